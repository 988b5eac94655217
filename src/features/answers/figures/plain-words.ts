import { mentionedFigures } from "./supporting-figures.ts";

/** Everyday verbs for figures: "how much did it earn" is a question for the net income. */

const WHO = "(?:did|does|do|has|have) (?<who>.+?)";
const SAID: readonly (readonly [RegExp, string])[] = [
  // A row of the earnings per share is often called no more than that.
  [
    /^what (?:is|was|were|are) (?:the )?basic(?=\s(?:for|in)\s|\W*$)/i,
    "what is the basic earnings per share",
  ],
  [
    /^what (?:is|was|were|are) (?:the )?diluted(?=\s(?:for|in)\s|\W*$)/i,
    "what is the diluted earnings per share",
  ],
  [
    new RegExp(`\\b(?:how much|what) ${WHO} earn(?:ed)? (?:per|a) share\\b`, "i"),
    "what is the earnings per share",
  ],
  [
    new RegExp(`\\bhow much (?:net )?(?:profit|money) ${WHO} (?:make|made|earn(?:ed)?)\\b`, "i"),
    "what is the net income",
  ],
  [
    new RegExp(`\\bhow much ${WHO} earn(?:ed)?\\b(?! (?:from|on|in interest))`, "i"),
    "what is the net income",
  ],
  [
    new RegExp(
      `\\bhow much ${WHO} (?:sell|sold|take in|taken in|turn over)\\b(?=\\W*(?:(?:in|for|during|last)\\b|$))`,
      "i",
    ),
    "what is the revenue",
  ],
  [
    new RegExp(`\\bhow much ${WHO} owed?\\b(?=\\W*(?:(?:in|at|as of|now)\\b|$))`, "i"),
    "what is the total debt",
  ],
  [
    new RegExp(
      `\\bhow much ${WHO} (?:invest|spen[dt])(?:ed)? (?:in|on) (?:property,? plant,? and equipment|fixed assets|new plants?)\\b`,
      "i",
    ),
    "what is the capital expenditure",
  ],
  [
    new RegExp(
      String.raw`\bhow much (?:cash |money )?(?:was |were |${WHO} )(?:spen[dt]|pa(?:y|id)) (?:on|for) (?:its |the )?acquisitions?` +
        String.raw`(?=\W*(?:(?:in|for|during|last)\b|$))`,
      "i",
    ),
    "what is the cash paid for acquisitions",
  ],
  [
    /\bhow much (?:(?:in|of) )?(?:(?:income|corporate) )?tax(?:es)? (?:was|were) paid\b/i,
    "what is the income tax paid",
  ],
  [
    new RegExp(`\\bhow much ${WHO} (?:pay|paid) (?:in|for) (?:(?:income|corporate) )?tax(?:es)?\\b`, "i"),
    "what is the income tax paid",
  ],
  [
    new RegExp(`\\bhow much (?:(?:income|corporate) )?tax(?:es)? ${WHO} (?:pay|paid)\\b`, "i"),
    "what is the income tax paid",
  ],
  [
    new RegExp(`\\bhow many (?:people|employees|workers|staff) ${WHO} (?:employ|have)(?:ed)?\\b`, "i"),
    "what is the number of employees",
  ],
  [
    /\bhow profitable (?:is|was|are|were) (?<who>.+?)(?=\W*(?:(?:in|for|during|last|over|at)\b|$))/i,
    "what is the net margin",
  ],
  [
    /\bhow many (?:people|persons) (?:work(?:ed)?|are employed|were employed)\b/i,
    "how many employees are there",
  ],
  [/\bhow fast did (?<who>.+?) grow\b(?=\W*(?:(?:in|over|during|last)\b|$))/i, "what is the revenue growth"],
];
/** Of the whole company: "a loss on the sale of a plant" is another amount. */
const PROFIT_OR_LOSS = String.raw`(?:an?|any) (?:overall |net )?(?<sign>profit|loss)\b(?! (?:before|after|per|on|from|of)\b)`;
const REPORTED =
  "make|made|turn(?:ed)?|earn(?:ed)?|report(?:ed)?|post(?:ed)?|incur(?:red)?|record(?:ed)?|suffer(?:ed)?";
/** More figures than one say whether there was a profit. */
const PROFIT = new RegExp(
  String.raw`\b(?:(?:did|does|do|has|have) (?<who>.+?) (?:${REPORTED})|(?:was|is) there) ${PROFIT_OR_LOSS}`,
  "i",
);
const PRONOUN = /^(?:it|they|we|you|he|she)$/i;

/** "The percentage of fees in the total costs": a total is the whole, on whichever side it is named. */
const PART_OF_TOTAL =
  /\b(?:percentage|percent|proportion|share) of (?!.*\bas an? (?:percent|share|proportion))(?<part>.+?) (?:in|out of|among|within|of) (?=(?:the )?(?:total|overall)\b)/i;

/** What a report has under its full name only. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/(?<!S)\bG&A\b(?: (?:expenses?|costs?))?/g, "general and administrative expenses"],
  [/\bD&A\b(?: (?:expenses?|charges?))?/g, "depreciation and amortization"],
];

/** The question with the figure called by its name; as it is where none of the verbs stands in it. */
export function inPlainWords(whole: string): string {
  const full = SHORT.reduce((text, [short, long]) => text.replace(short, long), whole);
  const question = full.replace(PART_OF_TOTAL, "$<part> as a percentage of ");
  for (const [said, wanted] of SAID) {
    const found = said.exec(question);
    if (found) return replaceFound(question, found, (who) => wanted + (who ? ` of ${who}` : ""));
  }
  const profit = PROFIT.exec(question);
  if (!profit) return question;
  const quality = profit.groups?.["sign"]?.toLowerCase() === "loss" ? "loss-making" : "profitable";
  return replaceFound(question, profit, (who) => `was ${who || "it"} ${quality}`);
}

function replaceFound(question: string, found: RegExpExecArray, say: (who: string | null) => string): string {
  const who = found.groups?.["who"] ?? "";
  // "How fast did net income grow" names its figure already.
  if (mentionedFigures(who).length > 0) return question;
  const before = question.slice(0, found.index);
  return before + say(PRONOUN.test(who) ? null : who) + question.slice(found.index + found[0].length);
}
