import { makeForm, makeParts, makeYear, type QuestionGrammar } from "./grammar.ts";

const article = "(?:il |lo |la |i |gli |le |l['’])";
const when =
  "(?:(?:nel|del|per il|al|a fine|alla fine del)\\s+|nell['’]|dell['’]|per l['’])?(?:esercizio\\s+|anno\\s+)?(?:del\\s+)?";

export const ITALIAN: QuestionGrammar = {
  year: makeYear(when),
  value: [
    makeForm({
      before:
        "qual(?:e|i)? (?:è stato|è stata|sono stati|sono state|è|era|erano|sono|fu|furono)|qual['’]è|a quanto ammont\\p{L}+" +
        "|di quanto (?:è|era|erano|sono)|quanto (?:vale|valgono|valeva)" +
        "|(?:dimmi|indica|mostra|mostrami)",
      article,
    }),
    makeForm({
      before: "che|quant[oaie]|quale|quali",
      after: "(?:ha|hanno) (?:realizzato|registrato|conseguito|ottenuto|generato|avuto)",
      article,
    }),
    makeForm({ before: "quanto(?=\\s+ha\\s)", article }),
  ],
  growth: [
    makeForm({
      before:
        "(?:di )?quanto (?:è|sono) (?:cresciut|aumentat|diminuit|calat|variat)[oaie]|(?:di )?quanto (?:cresc|aument|diminu|cal)\\p{L}+",
      article,
    }),
  ],
  growthOf:
    /^(?:(?:tasso di )?crescita|aumento|variazione|incremento|andamento) (?:del |della |dei |delle |degli |dell['’]|di )(?<figure>.+)$/iu,
  growthSaid: "crescita",
  parts: makeParts(
    [
      "primo semestre",
      "secondo semestre",
      "primo trimestre",
      "secondo trimestre",
      "terzo trimestre",
      "quarto trimestre",
    ],
    (part) => `\\s+(?:nel|del)\\s+${part}(?!\\p{L})(?:\\s+del)?`,
  ),
  ratios: {
    "margine lordo": "gross margin",
    "margine operativo": "operating margin",
    "margine netto": "net margin",
  },
  names: {
    "ricavi per segmento": "revenue by segment",
    "ricavi per settore": "revenue by segment",
    "ha fatturato": "revenue = Fatturato",
    "ha guadagnato": "net income = Utile",
    vendite: "revenue",
    "ricavi totali": "revenue",
    "utile netto d'esercizio": "net income",
    utile: "net income",
    "utile per azione": "earnings per share",
    "debiti finanziari": "total debt",
    "attivo totale": "total assets",
    "totale dell'attivo": "total assets",
    "attività totali": "total assets",
    "totale delle attività": "total assets",
    "flusso di cassa libero": "free cash flow",
    "flusso di cassa operativo": "cash flow from operating activities",
  },
  aroundMember:
    /^(?:(?:in|nel|nella|di|del|della|dei|delle|dell|per|il|la|lo|i|gli|le|l|da) )*(?:(?:settore|segmento|divisione|regione|paese|area|attivita) )?(?:(?:di|del|della|dei|delle|dell|l) )*/u,
  company: "societa|gruppo|azienda|impresa",
  asks: /^(?:qual(?:e|i)?|chi|che|cosa|quando|come|quant[oaie]|dove|perché|qual['’]è|a quanto|di quanto|ci sono|c['’]è|descriv\p{L}+|spieg(?:a|hi)|dimmi)(?!\p{L})/iu,
  answer: {
    Source: "Fonte",
    "Computed from": "Calcolato da",
    thousand: "migliaia",
    million: "milioni",
    billion: "miliardi",
  },
  page: "pagina #",
  notFound: "Non trovato in questa relazione.",
  figuresOnly:
    "In italiano si risponde a domande su cifre, indici e tabelle; le domande sul testo vanno poste in inglese.",
  decimal: ",",
  thousands: ".",
};
