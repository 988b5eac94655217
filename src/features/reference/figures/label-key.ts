/** Words that leave a label what it is. */
const FILLERS = new Set(
  "the a an of for to from on in by and or at as its our this was were is are provided used generated required".split(
    " ",
  ),
);

/** Words that statements use for the same thing. */
const SAME: Readonly<Record<string, string>> = {
  profit: "income",
  profits: "income",
  earnings: "income",
  earning: "income",
  loss: "income",
  losses: "income",
  surplus: "income",
  deficit: "income",
  result: "income",
  results: "income",
  incomes: "income",
  sales: "revenue",
  sale: "revenue",
  revenues: "revenue",
  turnover: "revenue",
  stockholders: "shareholder",
  stockholder: "shareholder",
  shareholders: "shareholder",
  shareowners: "shareholder",
  shareowner: "shareholder",
  owners: "shareholder",
  owner: "shareholder",
  members: "shareholder",
  member: "shareholder",
  unitholders: "shareholder",
  holders: "shareholder",
  noncontrolling: "minority",
  minority: "minority",
  noncurrent: "noncurrent",
  taxes: "tax",
  taxation: "tax",
  costs: "cost",
  expenses: "expense",
  charges: "charge",
  outflow: "flow",
  outflows: "flow",
  inflow: "flow",
  inflows: "flow",
  flows: "flow",
  amortisation: "amortization",
  depreciations: "depreciation",
  purchases: "purchase",
  acquisition: "purchase",
  acquisitions: "purchase",
  additions: "purchase",
  addition: "purchase",
  expenditures: "expenditure",
  payments: "payment",
  paid: "payment",
  distributions: "dividend",
  distribution: "dividend",
  borrowings: "borrowing",
  loans: "loan",
  inventories: "inventory",
  activities: "activity",
  operations: "operation",
  liabilities: "liability",
  equities: "equity",
  securities: "security",
  companies: "company",
  subsidiaries: "subsidiary",
  facilities: "facility",
};

/** "4", "2.1(b)", "1 7" with a space that only the type setting put there, "C1(c)", "b)". */
const NOTE =
  String.raw`(?:(?<![\p{L}\d])(?:\d )?\d{1,2}(?:\.\d{1,2}){0,3}(?:\s?\(?[a-z]\)|\([ivx]+\))*` +
  String.raw`|(?<![\p{L}\d])[a-h]\d{1,2}(?:\([a-z]\))?|(?<!\p{L})[a-z]\))`;
const NOTE_REFERENCE = new RegExp(
  String.raw`\s*(?:\bnotes?\b\.?\s*)?${NOTE}` +
    String.raw`(?:\s*[,;&/]\s*(?:\d{1,2}(?:\.\d{1,2}){0,3}|[a-h]\d{1,2}(?:\([a-z]\))?|[a-z]\)))*\s*$`,
  "iu",
);
/** "(Loss) for the year": the only word for the result. */
const RESULT_IN_BRACKETS =
  /^\((loss|profit|income|deficit|surplus)\)(?=\s(?:for|before|after|from|on|attributable)\b)/u;
const PARENTHESES = /\((?!non)[^()]*\)/giu;
const CJK = /[぀-ヿ㐀-鿿]/u;
const KEYS_MAX = 20_000;
const keys = new Map<string, string>();

/**
 * A label reduced to what it says: without remarks, note numbers, plurals and filling words, and with one word for
 * what statements call differently. "Net (loss) earnings for the year (Note 4)" and "Net profit for the year" are
 * both "net income year".
 */
export function labelKey(label: string): string {
  const known = keys.get(label);
  if (known !== undefined) return known;
  const key = CJK.test(label) ? foldCjk(label) : foldWords(label);
  // The same labels come again and again while reports are read; those of all reports ever read do not fit.
  if (keys.size >= KEYS_MAX) keys.clear();
  keys.set(label, key);
  return key;
}

function foldCjk(label: string): string {
  return label
    .normalize("NFKC")
    .replace(/[（(【][^）)】]*[）)】]/gu, "")
    .replace(/[\s　・,、:：]/gu, "");
}

function foldWords(label: string): string {
  const plain = label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[‘’'`´]s?\b|[‘’'`´]/gu, (mark) => (mark.endsWith("s") ? "s" : ""))
    .replace(NOTE_REFERENCE, "")
    .replace(RESULT_IN_BRACKETS, "$1")
    .replace(PARENTHESES, " ")
    .replace(/\bnon[- ]?(current|controlling|interest|operating|trading|cash)/gu, "non$1")
    .replace(/\b(?:income|profit|earnings)?\s*\/\s*(?=loss|income|profit)/gu, " ")
    .replace(/[^\p{L}\p{N}%]+/gu, " ")
    .trim();
  const words: string[] = [];
  for (const word of plain.split(" ")) {
    if (FILLERS.has(word)) continue;
    const same = SAME[word] ?? singular(word);
    // "Income or loss", "profit / (loss)": one word once.
    if (same !== "" && words.at(-1) !== same) words.push(same);
  }
  return words
    .join(" ")
    .replace(/\bincome tax\b/gu, "tax")
    .replace(/\btax income\b/gu, "tax");
}

function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith("s") || word.endsWith("ss") || word.endsWith("us")) return word;
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
