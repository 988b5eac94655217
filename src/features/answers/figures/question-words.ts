/** The small words of questions: what each asks for, and which of them mean nothing. */

export type Sign = "+" | "-" | "*" | "/" | "(" | ")";

export type Modifier =
  | "average"
  | "change"
  | "growth"
  | "cagr"
  | "margin"
  | "percent_of"
  | "to"
  | "ratio"
  | "sum"
  | "using";

type PhraseToken = { kind: "word"; word: Modifier } | { kind: "sign"; sign: Sign };

/** Several words that mean one thing; longer ones first. */
export const PHRASES: readonly (readonly [readonly string[], PhraseToken])[] = (
  [
    ["compound annual growth rate", { kind: "word", word: "cagr" }],
    ["compounded annual growth rate", { kind: "word", word: "cagr" }],
    ["year over year growth rate", { kind: "word", word: "growth" }],
    ["year over year growth", { kind: "word", word: "growth" }],
    ["year over year change", { kind: "word", word: "growth" }],
    ["year on year growth", { kind: "word", word: "growth" }],
    ["yoy growth", { kind: "word", word: "growth" }],
    ["yoy change", { kind: "word", word: "growth" }],
    ["year over year increase", { kind: "word", word: "growth" }],
    ["year over year decrease", { kind: "word", word: "growth" }],
    ["% change", { kind: "word", word: "growth" }],
    ["% increase", { kind: "word", word: "growth" }],
    ["% decrease", { kind: "word", word: "growth" }],
    ["% rise", { kind: "word", word: "growth" }],
    ["% decline", { kind: "word", word: "growth" }],
    ["% difference", { kind: "word", word: "growth" }],
    ["% growth", { kind: "word", word: "growth" }],
    ["growth rate", { kind: "word", word: "growth" }],
    ["rate growth", { kind: "word", word: "growth" }],
    ["growth", { kind: "word", word: "growth" }],
    ["grow", { kind: "word", word: "growth" }],
    ["grew", { kind: "word", word: "growth" }],
    ["grown", { kind: "word", word: "growth" }],
    ["cagr", { kind: "word", word: "cagr" }],
    ["divided", { kind: "sign", sign: "/" }],
    ["multiplied", { kind: "sign", sign: "*" }],
    ["time", { kind: "sign", sign: "*" }],
    ["plus", { kind: "sign", sign: "+" }],
    ["minu", { kind: "sign", sign: "-" }],
    ["minus", { kind: "sign", sign: "-" }],
    ["less", { kind: "sign", sign: "-" }],
    ["% margin", { kind: "word", word: "margin" }],
    ["margin", { kind: "word", word: "margin" }],
    ["average", { kind: "word", word: "average" }],
    ["mean", { kind: "word", word: "average" }],
    ["change", { kind: "word", word: "change" }],
    ["changed", { kind: "word", word: "change" }],
    ["increase", { kind: "word", word: "change" }],
    ["increased", { kind: "word", word: "change" }],
    ["decrease", { kind: "word", word: "change" }],
    ["decreased", { kind: "word", word: "change" }],
    ["rise", { kind: "word", word: "change" }],
    ["decline", { kind: "word", word: "change" }],
    ["declined", { kind: "word", word: "change" }],
    ["fall", { kind: "word", word: "change" }],
    ["sum", { kind: "word", word: "sum" }],
    ["difference", { kind: "word", word: "change" }],
    ["ratio", { kind: "word", word: "ratio" }],
    ["using", { kind: "word", word: "using" }],
  ] as [string, PhraseToken][]
).map(([phrase, token]) => [phrase.split(" "), token] as const);

/** Words that add nothing to what is asked. */
export const NOISE: ReadonlySet<string> = new Set(
  (
    "what is was are were will be how much many did do does has have had generate generated pay paid out report " +
    "reported record recorded post posted spend spent incur incurred earn earned make made end ended ending year " +
    "fiscal annual full yearend during over company companie amount value figure number level balance unadjusted " +
    "consolidated gaap here approximately roughly about please exact it this that there which respectively using " +
    "only between during within across based per formerly known usd u dollar million billion thousand unit % we you our " +
    "i me give tell show shown line item both item across say said stand stood expense total cash's recognized recognised booked"
  ).split(" "),
);
export const WORD_NUMBERS: Record<string, number> = { two: 2, three: 3, four: 4, five: 5, ten: 10 };
