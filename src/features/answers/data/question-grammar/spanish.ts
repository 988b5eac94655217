import { makeForm, makeParts, makeYear, type QuestionGrammar } from "./grammar.ts";

const article = "(?:el|la|los|las)\\s+";
const when =
  "(?:(?:en|de|del|para|durante|a cierre de|al cierre de|a finales de|a fin de)\\s+)?(?:el\\s+)?(?:año\\s+|ejercicio\\s+)?(?:de\\s+)?";

export const SPANISH: QuestionGrammar = {
  year: makeYear(when),
  value: [
    makeForm({
      before:
        "cuál(?:es)? (?:fue|fueron|es|son|era|eran|ha sido|han sido)|qué (?:fue|fueron)|a cuánto (?:ascend|se elev)\\p{L}+" +
        "|de cuánto (?:fue|fueron|es|son)|cuánto (?:fue|fueron|sum\\p{L}+)" +
        "|(?:dime|indica|indique|muestra|muéstrame|dame)",
      article,
    }),
    makeForm({
      before: "qué|cuánto|cuánta|cuántos|cuántas",
      after: "(?:obtuvo|registró|tuvo|generó|logró|había|hubo|tenía)",
      article,
    }),
    makeForm({ before: "cuánto(?=\\s+(?:fact|gan|ingres|vend))", article }),
  ],
  growth: [
    makeForm({
      before:
        "(?:en )?cuánto (?:crec|aument|subi|disminuy|cay|baj|vari)\\p{L}+|(?:en )?cuánto han? (?:crecido|aumentado|subido|disminuido|caído|bajado|variado)" +
        "|(?:en )?qué porcentaje (?:crec|aument)\\p{L}+",
      article,
    }),
  ],
  growthOf:
    /^(?:(?:tasa de )?crecimiento|aumento|variación|incremento|evolución) (?:del |de la |de los |de las |de )(?<figure>.+)$/iu,
  growthSaid: "crecimiento",
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
  ratios: {
    "margen bruto": "gross margin",
    "margen operativo": "operating margin",
    "margen de explotación": "operating margin",
    "margen neto": "net margin",
  },
  names: {
    "ingresos por segmento": "revenue by segment",
    "ingresos por segmentos": "revenue by segment",
    "ventas por segmento": "revenue by segment",
    "cifra de negocios": "revenue",
    "cifra de negocio": "revenue",
    facturación: "revenue",
    facturó: "revenue = Facturación",
    vendió: "revenue = Ventas",
    ingresó: "revenue = Ingresos",
    ganó: "net income = Ganancia",
    "ingresos totales": "revenue",
    "resultado neto": "net income",
    "resultado consolidado": "net income",
    ganancia: "net income",
    "beneficio por acción": "earnings per share",
    beneficio: "net income",
    "deuda financiera": "total debt",
    "ganancia neta": "net income",
    "utilidad neta": "net income",
    "activos totales": "total assets",
    "activo total": "total assets",
    "total de activos": "total assets",
    "total de activo": "total assets",
    "total del activo": "total assets",
    "flujo de caja libre": "free cash flow",
    "flujo de caja operativo": "cash flow from operating activities",
  },
  aroundMember:
    /^(?:(?:en|de|del|por|para|la|el|los|las) )*(?:(?:segmento|division|negocio|region|pais|area|actividad) )?(?:(?:de|del|la|el|los|las) )*/u,
  company: "empresa|compania|grupo|sociedad",
  asks: /^¿?\s*(?:cuál(?:es)?|quién(?:es)?|qué|cuándo|cómo|cuánt[oa]s?|dónde|por qué|a cuánto|hay|tiene|describ\p{L}+|expli(?:ca|que)|dime|indica)(?!\p{L})/iu,
  answer: {
    Source: "Fuente",
    "Computed from": "Calculado a partir de",
    thousand: "miles",
    million: "millones",
    billion: "mil millones",
  },
  page: "página #",
  notFound: "No se encuentra en este informe.",
  figuresOnly:
    "En español se responde a preguntas sobre cifras, ratios y tablas; haga en inglés las preguntas sobre el texto.",
  decimal: ",",
  thousands: ".",
};
