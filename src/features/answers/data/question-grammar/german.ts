import { makeForm, makeParts, makeYear, type QuestionGrammar } from "./grammar.ts";

const article = "(?:der|die|das|den|dem|des)\\s+";
const when =
  "(?:(?:(?:am|zum|bis) )?ende\\s+)?(?:(?:im|in|für|zum|des)\\s+)?(?:(?:das|dem)\\s+)?(?:geschäftsjahr(?:e?s)?\\s+|jahr(?:e?s)?\\s+)?";

export const GERMAN: QuestionGrammar = {
  year: makeYear(when),
  value: [
    makeForm({
      before:
        "wie (?:hoch |groß |gross )?(?:war|waren|ist|sind|fiel|fielen|lautete?n?)|was (?:war|waren|ist|sind)|welche[nrs]? (?:war|waren)" +
        "|wie viel betr(?:ug|ugen|ägt)|(?:auf )?wie ?viel belief(?:en)? sich|(?:bitte )?nenne(?:n sie)?(?: mir)?",
      article,
    }),
    makeForm({
      before: "wie ?viel|welche[nrs]?",
      after: "(?:hatte|machte|machten|erzielte|erzielten|erwirtschaftete|verzeichnete|hat|haben|gab es)",
      end: "erzielt|gemacht|erwirtschaftet|verzeichnet|ausgewiesen|realisiert|erreicht",
      article,
    }),
    makeForm({ before: "wie ?viel", article }),
  ],
  growth: [
    makeForm({
      before: "(?:um )?wie ?(?:viel|stark|sehr)(?: prozent)? (?:ist|sind|hat|haben)(?: sich)?",
      after:
        "(?:gewachsen|gestiegen|gesunken|gefallen|zurückgegangen|verändert|entwickelt|zugenommen|abgenommen)",
      article,
    }),
    makeForm({
      before:
        "(?:um )?wie ?(?:viel|stark|sehr)(?: prozent)? (?:stieg|stiegen|wuchs|wuchsen|sank|sanken|fiel|fielen)",
      article,
    }),
  ],
  growthOf: /^(?:wachstum|anstieg|veränderung|zunahme|rückgang) (?:der |des |von )(?<figure>.+)$/iu,
  growthSaid: "Wachstum",
  parts: makeParts(
    [
      "erstes Halbjahr = ersten Halbjahr(?:e?s)?",
      "zweites Halbjahr = zweiten Halbjahr(?:e?s)?",
      "erstes Quartal = ersten Quartals?",
      "zweites Quartal = zweiten Quartals?",
      "drittes Quartal = dritten Quartals?",
      "viertes Quartal = vierten Quartals?",
    ],
    (part) => `\\s+(?:im|des|in dem)\\s+${part}(?!\\p{L})`,
  ),
  ratios: {
    bruttomarge: "gross margin",
    "operative marge": "operating margin",
    "operative umsatzrendite": "operating margin",
    "ebit-marge": "operating margin",
    umsatzrendite: "net margin",
    nettomarge: "net margin",
    umsatzwachstum: "revenue growth",
    eigenkapitalquote: "equity ratio",
  },
  names: {
    "umsatz nach segment": "revenue by segment",
    "umsatz nach segmenten": "revenue by segment",
    "umsätze nach segmenten": "revenue by segment",
    "umsatzerlöse nach segmenten": "revenue by segment",
    erlöse: "revenue",
    gesamtumsatz: "revenue",
    nettogewinn: "net income",
    reingewinn: "net income",
    gewinn: "net income",
    "ergebnis je aktie": "earnings per share",
    "gewinn je aktie": "earnings per share",
    finanzschulden: "total debt",
    gesamtverschuldung: "total debt",
    nettoergebnis: "net income",
    "gesamte vermögenswerte": "total assets",
    vermögenswerte: "total assets",
    gesamtvermögen: "total assets",
    "freier cashflow": "free cash flow",
    "operativer cashflow": "cash flow from operating activities",
  },
  aroundMember:
    /^(?:(?:in|im|von|vom|bei|fur|aus|mit|des|der|die|das|den|dem|am) )*(?:(?:segments?|bereichs?|geschaftsbereichs?|region|sparte|landes) )?/u,
  company: "unternehmen|gesellschaft|konzerns?|firma|gruppe|ag",
  asks: new RegExp(
    `^(?:wer|wie(?! is )|was (?:ist|sind|war|waren|hat|haben|sagt|macht|steht|bedeutet|für|wird|werden)|wann|warum|wieso|welche[nrs]?|wo|wodurch|womit|gibt es` +
      String.raw`|hat (?:das|die|der)|ist (?:das|die|der)|sind die|nenne|beschreib\w*|erkläre?)(?!\p{L})`,
    "iu",
  ),
  answer: {
    Source: "Quelle",
    "Computed from": "Berechnet aus",
    thousand: "Tsd.",
    million: "Mio.",
    billion: "Mrd.",
  },
  page: "Seite #",
  notFound: "In diesem Bericht nicht gefunden.",
  figuresOnly:
    "Auf Deutsch werden Fragen nach Zahlen, Kennzahlen und Tabellen beantwortet; Fragen nach dem Text bitte auf Englisch stellen.",
  decimal: ",",
  thousands: ".",
};
