/** How questions for a figure are asked in other languages than English, and how their answers are worded. */
export interface QuestionGrammar {
  /** With the groups `figure` and, where a year is named, `year`. */
  patterns: readonly RegExp[];
  /** Names of ratios; those of figures are in the reference data. */
  ratios: Readonly<Record<string, string>>;
  /** What stands in an English answer, and what to say instead. */
  answer: Readonly<Record<string, string>>;
  /** Marks of decimals and thousands. */
  decimal: string;
  thousands: string;
}

export type QuestionLanguage = "de" | "fr" | "es" | "it" | "nl" | "ja" | "zh";

export const QUESTION_GRAMMAR: Readonly<Record<QuestionLanguage, QuestionGrammar>> = {
  de: {
    patterns: [
      new RegExp(
        "^(?:wie (?:hoch|groß|gross) (?:war|waren|ist|sind)|was (?:war|waren|ist|sind)" +
          String.raw`|wie viel betr(?:ug|ugen|ägt)|welche[nrs]? (?:war|waren))\s+(?:der |die ` +
          String.raw`|das )?(?<figure>.+?)(?:\s+(?:(?:im|in|für|zum|des)\s+)?(?:das ` +
          String.raw`|dem )?(?:geschäftsjahr(?:es)? |jahr(?:es)? )?(?<year>\d{4}))?\s*\?*$`,
        "iu",
      ),
    ],
    ratios: {
      bruttomarge: "gross margin",
      "operative marge": "operating margin",
      umsatzrendite: "net margin",
      umsatzwachstum: "revenue growth",
    },
    answer: {
      Source: "Quelle",
      "Computed from": "Berechnet aus",
      page: "Seite",
      thousand: "Tsd.",
      million: "Mio.",
      billion: "Mrd.",
      "Not found in this report": "In diesem Bericht nicht gefunden",
    },
    decimal: ",",
    thousands: ".",
  },
  fr: {
    patterns: [
      new RegExp(
        "^(?:quel(?:le)?s? (?:est|était|sont|étaient|a été|ont été|fut)" +
          String.raw`|à combien s['’]él(?:ève|èvent|evait|evaient))\s+(?:le |la |les ` +
          String.raw`|l['’])?(?<figure>.+?)(?:\s+(?:en|pour|de|sur)\s+(?:l['’]exercice ` +
          String.raw`|l['’]année )?(?<year>\d{4}))?\s*\?*$`,
        "iu",
      ),
    ],
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
  },
  es: {
    patterns: [
      new RegExp(
        String.raw`^¿?\s*(?:cuál(?:es)? (?:fue|fueron|es|son|era|eran)|a cuánto ascend\p{L}+)\s+(?:el |la ` +
          String.raw`|los |las )?(?<figure>.+?)(?:\s+(?:en|de|del|para)\s+(?:el )?(?:año ` +
          String.raw`|ejercicio )?(?<year>\d{4}))?\s*\?*$`,
        "iu",
      ),
    ],
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
  },
  it: {
    patterns: [
      new RegExp(
        "^(?:qual(?:e|i)? (?:è|era|erano|sono|è stato|è stata|sono stati)|qual['’]è" +
          String.raw`|a quanto ammont\p{L}+)\s+(?:il |lo |la |i |gli |le ` +
          String.raw`|l['’])?(?<figure>.+?)(?:\s+(?:nel|del|per il|nell['’]esercizio` +
          String.raw`|nell['’]anno)\s+(?<year>\d{4}))?\s*\?*$`,
        "iu",
      ),
    ],
    ratios: {
      "margine lordo": "gross margin",
      "margine operativo": "operating margin",
      "margine netto": "net margin",
      "crescita dei ricavi": "revenue growth",
    },
    answer: {
      Source: "Fonte",
      "Computed from": "Calcolato da",
      page: "pagina",
      thousand: "migliaia",
      million: "milioni",
      billion: "miliardi",
      "Not found in this report": "Non trovato in questa relazione",
    },
    decimal: ",",
    thousands: ".",
  },
  nl: {
    patterns: [
      new RegExp(
        "^(?:hoe (?:hoog|groot) (?:was|waren|is|zijn)|wat (?:was|waren|zijn)" +
          String.raw`|hoeveel bedr(?:oeg|oegen|aagt))\s+(?:de ` +
          String.raw`|het )?(?<figure>.+?)(?:\s+(?:in|over|voor)\s+(?:het jaar |het boekjaar ` +
          String.raw`|boekjaar )?(?<year>\d{4}))?\s*\?*$`,
        "iu",
      ),
    ],
    ratios: {
      brutomarge: "gross margin",
      "operationele marge": "operating margin",
      nettomarge: "net margin",
      omzetgroei: "revenue growth",
    },
    answer: {
      Source: "Bron",
      "Computed from": "Berekend uit",
      page: "pagina",
      thousand: "duizend",
      million: "miljoen",
      billion: "miljard",
      "Not found in this report": "Niet gevonden in dit verslag",
    },
    decimal: ",",
    thousands: ".",
  },
  ja: {
    patterns: [
      /^(?:(?<year>\d{4})年(?:度|\d{1,2}月期)?の)?(?<figure>.+?)(?:は|を)(?:いくら|何円|どのくらい|どれくらい|いくつ|何ですか|何パーセント|教えて).*$/u,
    ],
    ratios: {
      売上総利益率: "gross margin",
      営業利益率: "operating margin",
      純利益率: "net margin",
      売上成長率: "revenue growth",
    },
    answer: {
      Source: "出典",
      "Computed from": "計算の基礎",
      page: "ページ",
      thousand: "千",
      million: "百万",
      billion: "十億",
      "Not found in this report": "この報告書には見つかりません",
    },
    decimal: ".",
    thousands: ",",
  },
  zh: {
    patterns: [/^(?:(?<year>\d{4})年(?:度)?(?:的)?)?(?<figure>.+?)(?:是|为|為)?(?:多少|几何).*$/u],
    ratios: {
      毛利率: "gross margin",
      营业利润率: "operating margin",
      净利率: "net margin",
      收入增长率: "revenue growth",
    },
    answer: {
      Source: "来源",
      "Computed from": "计算依据",
      page: "页",
      thousand: "千",
      million: "百万",
      billion: "十亿",
      "Not found in this report": "本报告中未找到",
    },
    decimal: ".",
    thousands: ",",
  },
};
