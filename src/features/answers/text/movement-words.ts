/** Verbs for a change, whose past ends in "ed", with what is doubled or dropped before it. */
const REGULAR =
  "increase decrease decline drop reduce improve worsen change move jump climb surge soar slump plunge tumble plummet " +
  "dip slip slide ease widen narrow deepen shorten expand shrink develop evolve double triple " +
  "halve quadruple recover rebound swell balloon rocket dwindle shift";
const IRREGULAR =
  "rise rises rose risen rising fall falls fell fallen falling grow grows grew grown growing shrank shrunk sink sinks " +
  "sank sunk slid swollen";
const PHRASES = [
  "(?:go|goes|went|gone|come|comes|came|shoot|shoots|shot|creep|crept|tick|ticked|edge|edged|move|moved|head|headed) (?:back )?(?:up|down|higher|lower)",
  "get (?:bigger|smaller|larger|lower|higher)",
  "(?:was|were|been|is|are) (?:written (?:down|off|up)|cut|up|down|higher|lower)",
];

function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, "");
  const doubled = /[^aeiou][aeiou][bdgmnprt]$/.test(verb) ? `${verb}${verb.at(-1)}` : stem;
  const endings = ["ed", "ing"].flatMap((ending) => [`${stem}${ending}`, `${doubled}${ending}`]);
  return [verb, `${verb}s`, ...(verb.endsWith("y") ? [] : endings)];
}

const FORMS = [...new Set([...REGULAR.split(" ").flatMap(formsOf), ...IRREGULAR.split(" ")])];

/** What says that something rose, fell or changed, as a part of a pattern. */
export const MOVES = `(?:${[...PHRASES, ...FORMS.toSorted((a, b) => b.length - a.length)].join("|")})`;

/** For a question after a change: what changed is looked for, not the word for changing. */
export const CHANGING: ReadonlySet<string> = new Set([
  ...FORMS,
  ...(
    "changes reduction reductions increases improvement up down higher lower bigger smaller more less go come went " +
    "shot written drive drove driver cause caused reason reasons vs versus"
  ).split(" "),
]);
