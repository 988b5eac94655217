import { makeForm, makeParts, makeYear, type QuestionGrammar } from "./grammar.ts";

const article = "(?:le |la |les |l['’]|du |de la |des |de l['’])";
const when =
  "(?:(?:en|pour|de|sur|au titre de|à fin|à la fin de|fin)\\s+)?(?:l['’]exercice\\s+|l['’]année\\s+|exercice\\s+|année\\s+)?";

export const FRENCH: QuestionGrammar = {
  year: makeYear(when),
  value: [
    makeForm({
      before:
        "quel(?:le)?s? (?:est|était|sont|étaient|a été|ont été|fut|furent)|à combien s['’](?:él(?:ève|èvent|evait|evaient)|est élevée?|établit)" +
        "|combien (?:vaut|valait|représente|représentait)" +
        "|(?:donne(?:z)?|indique(?:z)?)(?:[- ](?:moi|nous))?",
      article,
    }),
    makeForm({
      before: "quel(?:le)?s?|combien de",
      after: "(?:a|ont)(?:-t-(?:elle|il|on|elles|ils))? (?:réalisée?s?|enregistrée?s?|dégagée?s?|publiée?s?)",
      article,
    }),
    makeForm({ before: "quel(?:le)?s?|combien de", article }),
  ],
  growth: [
    makeForm({
      before: "de combien",
      after:
        "(?:a|ont)(?:-t-(?:elle|il|elles|ils))? (?:augmentée?|progressée?|crû|cru|évoluée?|diminuée?|baissée?|reculée?)",
      article,
    }),
    makeForm({
      before:
        "comment (?:a|ont) (?:évolué|progressé)|de combien (?:a|ont) (?:augmenté|progressé|évolué|baissé|diminué)",
      article,
    }),
  ],
  growthOf:
    /^(?:(?:taux de )?croissance|hausse|progression|évolution|variation|baisse) (?:du |de la |des |de l['’])(?<figure>.+)$/iu,
  growthSaid: "croissance",
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
  ratios: {
    "marge brute": "gross margin",
    "taux de marge brute": "gross margin",
    "marge opérationnelle": "operating margin",
    "taux de marge opérationnelle": "operating margin",
    "marge d'exploitation": "operating margin",
    "marge nette": "net margin",
  },
  names: {
    "chiffre d'affaires par segment": "revenue by segment",
    "chiffre d'affaires par secteur": "revenue by segment",
    ventes: "revenue",
    "bénéfice de l'exercice": "net income",
    bénéfice: "net income",
    "résultat par action": "earnings per share",
    "bénéfice par action": "earnings per share",
    "résultat net par action": "earnings per share",
    "dettes financières": "total debt",
    "dette financière": "total debt",
    "résultat de l'exercice": "net income",
    "total du bilan": "total assets",
    "actif total": "total assets",
    "flux de trésorerie disponible": "free cash flow",
    "flux de trésorerie opérationnel": "cash flow from operating activities",
  },
  aroundMember:
    /^(?:(?:en|au|aux|du|de|des|la|le|les|l|d|dans|chez|sur|pour|par) )*(?:(?:segment|secteur|division|branche|region|activite|pole) )?(?:(?:des|du|de|la|le|les|l|d) )*/u,
  company: "societe|groupe|entreprise|compagnie",
  asks: /^(?:quel(?:le)?s?|qui|quand|pourquoi|comment(?! on)|combien|où|est-ce que|qu['’]|y a-t-il|à combien|à quelle?|de combien|décri\p{L}+|expliqu\p{L}+|donne[zr]?)(?!\p{L})/iu,
  answer: {
    Source: "Source",
    "Computed from": "Calculé à partir de",
    thousand: "milliers",
    million: "millions",
    billion: "milliards",
  },
  page: "page #",
  notFound: "Introuvable dans ce rapport.",
  figuresOnly:
    "En français, le service répond aux questions sur les chiffres, les ratios et les tableaux ; posez les questions sur le texte en anglais.",
  decimal: ",",
  thousands: "\u202f",
};
