const UNITS = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
  "seventeen eighteen nineteen"
).split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
// "One" is more often no number.
const WRITTEN = new RegExp(
  String.raw`(?<![\p{L}\d-])(?:(?<tens>${TENS.join("|")})(?:[- ](?<more>${UNITS.slice(1, 10).join("|")}))?` +
    String.raw`|(?<units>${UNITS.slice(2).join("|")}))(?![\p{L}-])(?! (?:hundred|thousand|million|billion)\b)`,
  "giu",
);

/** The numbers that a text writes in words, up to a hundred: "fifteen", "twenty-one". */
export function numberWords(text: string): { text: string; start: number; value: number }[] {
  return Array.from(text.matchAll(WRITTEN), ({ 0: word, index, groups }) => {
    const at = (list: readonly string[], name: string) => list.indexOf(groups?.[name]?.toLowerCase() ?? "");
    const tens = at(TENS, "tens");
    const value = tens < 0 ? at(UNITS, "units") : 10 * (tens + 2) + Math.max(0, at(UNITS, "more"));
    return { text: word, start: index, value };
  });
}
