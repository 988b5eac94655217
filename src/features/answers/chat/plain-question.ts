/** Other words for how a figure changed since the year before, which the planner reads as "change". */

const AGAINST = String.raw`(?:vs\.?|versus|against|compared? (?:to|with)|in comparison (?:to|with)|relative to)`;
const YEAR_BEFORE =
  "(?:the )?(?:last|previous|prior|preceding) (?:(?:fiscal|financial) )?year(?:['’]s)?|the year before";
const SINCE_LAST_YEAR = new RegExp(
  String.raw`\b${AGAINST} (?:${YEAR_BEFORE})\b|\by[-/]?o[-/]?y\b|\by/y\b|\byear[- ](?:on|over)[- ]year\b`,
  "gi",
);
/** "2024 sales versus 2023", in either order. */
const TWO_YEARS = new RegExp(
  String.raw`\b(?<fy>FY\s?)?(?<first>20\d\d)\b(?<between>[^?]*?)\b${AGAINST}\s+(?:FY\s?)?(?<second>20\d\d)\b`,
  "i",
);
const CHANGE = /\b(?:chang|gr[eo]w|increas|decreas|ris[ei]|rose|f[ae]ll|declin|improv|differ)/i;

/** The question with a comparison to the year before called a change. */
export function sayChange(question: string): string {
  const word = CHANGE.test(question) ? "" : "change";
  const said = question.replace(SINCE_LAST_YEAR, word);
  if (said !== question) return said.replace(/\s+(?=[,.;?!]|$)/g, "");
  if (word === "") return question;
  return question.replace(TWO_YEARS, (whole, ...rest) => {
    const { fy = "", first, between, second } = rest.at(-1) as Record<string, string | undefined>;
    const [one, other] = [Number(first), Number(second)];
    return Math.abs(one - other) === 1 ? `${fy}${Math.max(one, other)}${between}${word}` : whole;
  });
}
