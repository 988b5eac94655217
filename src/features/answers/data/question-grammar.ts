/** How questions for a figure are asked in other languages than English, and how their answers are worded. */
export interface QuestionGrammar {
  /** With the groups `figure` and, where a year is named, `year`. */
  patterns: readonly RegExp[];
  /** The parts of a year: how they are asked for, and how an answer names them. */
  parts: Readonly<Record<YearPart, { asked: RegExp; said: string }>>;
  /** The word between a figure and its year. */
  beforeYear: string;
  /** Names of ratios; those of figures are in the reference data. */
  ratios: Readonly<Record<string, string>>;
  /** What stands in an English answer, and what to say instead. */
  answer: Readonly<Record<string, string>>;
  /** Marks of decimals and thousands. */
  decimal: string;
  thousands: string;
}

/** As English answers name them. */
export const YEAR_PARTS = [
  "first half",
  "second half",
  "first quarter",
  "second quarter",
  "third quarter",
  "fourth quarter",
] as const;
export type YearPart = (typeof YEAR_PARTS)[number];

/** `words`: what each part is called, in the order of `YEAR_PARTS`; `ask` writes the pattern that finds it. */
function makeParts(words: readonly string[], ask: (word: string) => string): QuestionGrammar["parts"] {
  const parts = YEAR_PARTS.map((part, at) => {
    const [said = "", asked = said] = (words[at] ?? "").split(" = ");
    return [part, { asked: new RegExp(ask(asked), "iu"), said }];
  });
  // Every part has its entry.
  return Object.fromEntries(parts) as QuestionGrammar["parts"];
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
    beforeYear: "",
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
    beforeYear: " nel",
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
    beforeYear: " in",
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
    parts: makeParts(
      [
        "上半期 = (?:上半期|上期|中間期)",
        "下半期 = (?:下半期|下期)",
        "第1四半期 = 第[1１一]四半期",
        "第2四半期 = 第[2２二]四半期",
        "第3四半期 = 第[3３三]四半期",
        "第4四半期 = 第[4４四]四半期",
      ],
      (part) => `^${part}の|${part}`,
    ),
    beforeYear: "",
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
    parts: makeParts(
      [
        "上半年",
        "下半年",
        "第一季度 = 第?一季度",
        "第二季度 = 第?二季度",
        "第三季度 = 第?三季度",
        "第四季度 = 第?四季度",
      ],
      (part) => `^${part}的?|${part}`,
    ),
    beforeYear: "",
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
