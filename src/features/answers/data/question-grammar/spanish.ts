import { makeParts, type QuestionGrammar } from "./grammar.ts";

export const SPANISH: QuestionGrammar = {
  patterns: [
    new RegExp(
      String.raw`^¿?\s*(?:cuál(?:es)? (?:fue|fueron|es|son|era|eran)|a cuánto ascend\p{L}+)\s+(?:el |la ` +
        String.raw`|los |las )?(?<figure>.+?)(?:\s+(?:en|de|del|para)\s+(?:el )?(?:año ` +
        String.raw`|ejercicio )?(?<year>\d{4}))?\s*\?*$`,
      "iu",
    ),
  ],
  parts: makeParts(
    [
      "primer semestre",
      "segundo semestre",
      "primer trimestre",
      "segundo trimestre",
      "tercer trimestre",
      "cuarto trimestre",
    ],
    (part) => `\\s+(?:en el|del)\\s+${part}(?!\\p{L})(?:\\s+del?)?`,
  ),
  beforeYear: " en",
  ratios: {
    "margen bruto": "gross margin",
    "margen operativo": "operating margin",
    "margen neto": "net margin",
    "crecimiento de los ingresos": "revenue growth",
  },
  answer: {
    Source: "Fuente",
    "Computed from": "Calculado a partir de",
    page: "página",
    thousand: "miles",
    million: "millones",
    billion: "mil millones",
    "Not found in this report": "No se encuentra en este informe",
  },
  decimal: ",",
  thousands: ".",
};
