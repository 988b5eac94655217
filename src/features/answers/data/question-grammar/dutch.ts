import { makeForm, makeParts, makeYear, type QuestionGrammar } from "./grammar.ts";

const article = "(?:de|het)\\s+";
const when =
  "(?:(?:in|over|voor|van|per eind|eind|aan het einde van)\\s+)?(?:het\\s+)?(?:jaar\\s+|boekjaar\\s+)?";

export const DUTCH: QuestionGrammar = {
  year: makeYear(when),
  value: [
    makeForm({
      before:
        "hoe (?:hoog|groot) (?:was|waren|is|zijn)|wat (?:was|waren|zijn|is)|hoeveel bedr(?:oeg|oegen|aagt|agen)|welke (?:was|waren)" +
        "|(?:noem|geef|toon)(?: me| mij)?",
      article,
    }),
    makeForm({
      before: "hoeveel|welke",
      after: "(?:had|heeft|hadden|behaalden?|boekten?|realiseerden?|maakten?|was er|waren er|is er)",
      article,
    }),
  ],
  growth: [
    makeForm({
      before: "(?:met )?hoeveel(?: procent)? (?:is|zijn)|hoe (?:sterk|hard) (?:is|zijn)",
      after: "(?:gegroeid|gestegen|gedaald|toegenomen|afgenomen|veranderd)",
      article,
    }),
    makeForm({
      before:
        "(?:met )?hoeveel(?: procent)? (?:steeg|stegen|groeide|groeiden|daalde|daalden)|hoe (?:sterk|hard) (?:groeide|groeiden|steeg|stegen|daalde|daalden)",
      article,
    }),
  ],
  growthOf: /^(?:groei|stijging|toename|verandering|daling|ontwikkeling) van (?:de |het )?(?<figure>.+)$/iu,
  growthSaid: "groei",
  parts: makeParts(
    [
      "eerste halfjaar = eerste (?:halfjaar|half jaar)",
      "tweede halfjaar = tweede (?:halfjaar|half jaar)",
      "eerste kwartaal",
      "tweede kwartaal",
      "derde kwartaal",
      "vierde kwartaal",
    ],
    (part) => `\\s+(?:in|over|van)\\s+het\\s+${part}(?!\\p{L})(?:\\s+van)?`,
  ),
  ratios: {
    brutomarge: "gross margin",
    "operationele marge": "operating margin",
    bedrijfsmarge: "operating margin",
    "operationele winstmarge": "operating margin",
    nettomarge: "net margin",
    omzetgroei: "revenue growth",
  },
  names: {
    "omzet per segment": "revenue by segment",
    verkopen: "revenue",
    jaaromzet: "revenue",
    winst: "net income",
    "winst per aandeel": "earnings per share",
    "rentedragende schulden": "total debt",
    jaarwinst: "net income",
    "netto winst": "net income",
    "netto resultaat": "net income",
    balanstotaal: "total assets",
    "totale activa": "total assets",
    "vrije kasstroom": "free cash flow",
    "operationele kasstroom": "cash flow from operating activities",
  },
  aroundMember: /^(?:(?:in|van|voor|uit|bij|door|de|het|op) )*(?:(?:segment|divisie|regio|land|afdeling) )?/u,
  company: "onderneming|bedrijf|groep|vennootschap|concern",
  asks: /^(?:wie|wat|wanneer|waarom|welke?|hoe|hoeveel|waar|is er|zijn er|heeft de|beschrijf|noem|leg)(?!\p{L})/iu,
  answer: {
    Source: "Bron",
    "Computed from": "Berekend uit",
    thousand: "duizend",
    million: "miljoen",
    billion: "miljard",
  },
  page: "pagina #",
  notFound: "Niet gevonden in dit verslag.",
  figuresOnly:
    "In het Nederlands worden vragen over cijfers, ratio’s en tabellen beantwoord; stel vragen over de tekst in het Engels.",
  decimal: ",",
  thousands: ".",
};
