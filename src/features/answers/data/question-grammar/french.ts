import { makeParts, type QuestionGrammar } from "./grammar.ts";

export const FRENCH: QuestionGrammar = {
  patterns: [
    new RegExp(
      "^(?:quel(?:le)?s? (?:est|était|sont|étaient|a été|ont été|fut)" +
        String.raw`|à combien s['’]él(?:ève|èvent|evait|evaient))\s+(?:le |la |les ` +
        String.raw`|l['’])?(?<figure>.+?)(?:\s+(?:en|pour|de|sur)\s+(?:l['’]exercice ` +
        String.raw`|l['’]année )?(?<year>\d{4}))?\s*\?*$`,
      "iu",
    ),
  ],
  parts: makeParts(
    [
      "premier semestre",
      "deuxième semestre = (?:deuxième|second) semestre",
      "premier trimestre",
      "deuxième trimestre = (?:deuxième|second) trimestre",
      "troisième trimestre",
      "quatrième trimestre",
    ],
    (part) => `\\s+(?:au|du|pour le|sur le)\\s+${part}(?!\\p{L})(?:\\s+de)?`,
  ),
  beforeYear: " en",
  ratios: {
    "marge brute": "gross margin",
    "marge opérationnelle": "operating margin",
    "marge nette": "net margin",
    "croissance du chiffre d'affaires": "revenue growth",
  },
  answer: {
    Source: "Source",
    "Computed from": "Calculé à partir de",
    page: "page",
    thousand: "milliers",
    million: "millions",
    billion: "milliards",
    "Not found in this report": "Introuvable dans ce rapport",
  },
  decimal: ",",
  thousands: "\u202f",
};
