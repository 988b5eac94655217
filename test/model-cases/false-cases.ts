/** Conversations whose sentences are false, or that break off: nothing of them may be in the answer. */
import type { Step } from "../scripted-model.ts";
import { INJECTIONS } from "./injections.ts";
import { ASSOCIATE_ROWS, type FigureRow, PROSE, print, REGION_ROWS, ROWS, requireRow } from "./report.ts";
import { type ModelCase, pageOf, sentence } from "./true-cases.ts";

const failing = (kind: string, text: string, pages: number[], ...withholds: string[]): ModelCase => ({
  kind,
  steps: [{ say: sentence(text, ...pages) }],
  says: [],
  withholds,
});

const at = <Item>(list: readonly Item[], index: number): Item => {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("an empty list");
  return item;
};

function wrongFigures(): ModelCase[] {
  return ROWS.flatMap((row, index) => {
    const { label, now, past, nowCell, pastCell } = row;
    const page = [pageOf(row)];
    const other = at(ROWS, index + 1);
    const opposite = now > past ? "fell" : "rose";
    const oppositeGerman = now > past ? "sank" : "stieg";
    const amount = `$${print(now)} million`;
    return [
      failing("wrong scale", `${label} amounted to $${print(now)} billion in 2024.`, page, label),
      failing("wrong scale", `${label} amounted to $${print(now)} thousand in 2024.`, page, label),
      failing("wrong scale", `${label} amounted to $${print(now)} in 2024.`, page, label),
      failing("wrong scale", `${row.german ?? label} betrug 2024 ${now} Mrd. USD.`, page, "Mrd"),
      failing("wrong sign", `${label} amounted to -${amount} in 2024.`, page, label),
      failing("wrong year", `${label} amounted to ${amount} in 2023.`, page, label),
      failing("wrong year", `${label} amounted to {${nowCell}} in 2023.`, page, label),
      failing("wrong year", `${label} amounted to {${pastCell}} in 2024.`, page, label),
      failing("wrong year", `${row.german ?? label} betrug 2023 {${nowCell}}.`, page, "betrug"),
      failing(
        "wrong entity",
        `${other.label} amounted to ${amount} in 2024.`,
        [...page, pageOf(other)],
        amount,
      ),
      failing("wrong entity", `${other.label} amounted to {${nowCell}} in 2024.`, page, amount),
      failing("wrong direction", `${label} ${opposite} to {${nowCell}} in 2024.`, page, opposite),
      failing(
        "wrong direction",
        `${label} ${opposite} from {${pastCell}} in 2023 to {${nowCell}} in 2024.`,
        page,
        opposite,
      ),
      failing(
        "wrong direction",
        `${label} ${opposite} by {growth(${nowCell}, ${pastCell})} in 2024.`,
        page,
        opposite,
      ),
      failing(
        "wrong direction",
        `${row.german ?? label} ${oppositeGerman} 2024 auf {${nowCell}}.`,
        page,
        oppositeGerman,
      ),
      failing("wrong expression", `${label} was {${nowCell} + ${pastCell}} in 2024.`, page, label),
      failing("wrong expression", `${label} was {${nowCell} / ${pastCell} %} in 2024.`, page, label),
      failing("wrong expression", `${label} was {${nowCell} * ${pastCell}} in 2024.`, page, label),
      failing("invented citation", `${label} amounted to ${amount} in 2024.`, [99], label),
      failing("invented citation", `${label} amounted to {p99r1c1} in 2024.`, page, label),
      failing("invented citation", `${label} amounted to {p2r99c1} in 2024.`, page, label),
      failing("invented citation", `${label} amounted to ${amount} in 2024.`, [], label),
      failing("invented number", `${label} amounted to $${print(now + 7)} million in 2024.`, page, label),
      failing("invented number", `${label} amounted to $${print(now * 10)} million in 2024.`, page, label),
    ];
  });
}

function wrongSigns(): ModelCase[] {
  return ASSOCIATE_ROWS.flatMap((row) => {
    const name = row.label.replace("Profit (loss) of ", "");
    return [[row.now, 2024, row.nowCell] as const, [row.past, 2023, row.pastCell] as const].flatMap(
      ([value, year, cell]) => {
        const claimed = value < 0 ? "profit" : "loss";
        return [
          failing(
            "wrong sign",
            `The ${claimed} of ${name} was $${print(value)} million in ${year}.`,
            [5],
            name,
          ),
          failing("wrong sign", `${name} made a ${claimed} of {${cell}} in ${year}.`, [5], name),
        ];
      },
    );
  });
}

function wrongExpressions(): ModelCase[] {
  const revenue = requireRow("Revenue");
  const wrongMargins: [string, string][] = [
    ["gross margin", "Operating income"],
    ["operating margin", "Gross profit"],
    ["net margin", "Operating income"],
    ["gross margin", "Net income"],
  ];
  return [
    ...wrongMargins.map(([name, label]) =>
      failing(
        "wrong expression",
        `The ${name} was {share(${requireRow(label).nowCell}, ${revenue.nowCell})} in 2024.`,
        [2],
        name,
      ),
    ),
    ...REGION_ROWS.map((row) =>
      failing(
        "wrong expression",
        `${row.label} contributed {share(${row.pastCell}, ${revenue.nowCell})} of revenue in 2024.`,
        [2, 4],
        row.label,
      ),
    ),
    failing("wrong expression", "Revenue was {p2r1c1 / 0} in 2024.", [2], "Revenue"),
    failing("wrong expression", "Revenue was {p2r1c1 +} in 2024.", [2], "Revenue"),
    failing("wrong expression", "Revenue was {process.exit(1)} in 2024.", [2], "Revenue"),
  ];
}

/** The opposite of what the page says, or something it does not say, without a number that could be wrong. */
function wrongWords(): ModelCase[] {
  const lines: [string, number][] = [
    ["The company hedges its exposure to the price of copper.", 6],
    ["Demand is not seasonal because lanterns are bought before winter.", 4],
    ["The auditors issued a qualified opinion.", 8],
    ["The auditors did not issue an unqualified opinion.", 8],
    ["The largest supplier is the lighthouse authority of Northumbria.", 5],
    ["The smallest customer is the lighthouse authority of Northumbria.", 5],
    ["A fire did not destroy the workshop in Dunmore in March 2024.", 7],
    ["A flood destroyed the workshop in Dunmore in March 2024.", 7],
    ["A fire destroyed the workshop in Ballymore in March 2024.", 7],
    ["A fire destroyed the workshop in Dunmore in March 2023.", 7],
    ["The chief executive, Ada Fenwick, never retires.", 9],
    ["The chief executive, Ian Fenwick, retires in June 2025.", 9],
    ["The chief executive, Ada Fenwick, retires in June 2027.", 9],
    ["The board proposes no dividend.", 3],
    ["The board rejects a dividend of $1.35 per share.", 3],
    ["The warranty of a lantern lasts nine years.", 2],
    ["The warranty of a lantern does not last seven years.", 2],
    ["Directors embezzled pension assets and fled abroad.", 7],
    ["Shipments fell by 14% to 5.2 million units in 2024.", 10],
    ["The company dismissed 1,240 people at the end of 2024.", 0],
  ];
  return lines.map(([text, at_]) => failing("wrong words", text, [6 + at_], text));
}

/** True numbers, with something around them that the tables do not show. */
function wordsAroundCells(): ModelCase[] {
  const lines: [string, ...number[]][] = [
    ["All revenue of {p2r1c1} in 2024 came from Europe.", 2, 4],
    ["Revenue in Europe amounted to {p2r1c1} in 2024.", 2, 4],
    ["Revenue of Harbor Lights amounted to {p2r1c1} in 2024.", 2, 5],
    ["Revenue excluding Europe amounted to {p2r1c1} in 2024.", 2, 4],
    ["Revenue before tax amounted to {p2r1c1} in 2024.", 2],
    ["Revenue per employee amounted to {p2r1c1} in 2024.", 2],
    ["Adjusted revenue amounted to {p2r1c1} in 2024.", 2],
    ["Only revenue amounted to {p2r1c1} in 2024.", 2],
    ["Revenue amounted to only {p2r1c1} in 2024.", 2],
    ["Revenue always amounts to {p2r1c1}.", 2],
    ["Revenue again rose to {p2r1c1} in 2024.", 2],
    ["Revenue rose for the third year in a row to {p2r1c1} in 2024.", 2],
    ["For the first time revenue reached {p2r1c1} in 2024.", 2],
    ["Revenue reached its highest level ever at {p2r1c1} in 2024.", 2],
    ["Revenue of {p2r1c1} in 2024 was a record.", 2],
    ["Europe had the largest revenue with {p4r2c1} in 2024.", 4],
    ["Asia, the most profitable region, contributed {p4r3c1} in 2024.", 4],
    ["Revenue was more than {p2r1c1} in 2024.", 2],
    ["Revenue was over {p2r1c1} in 2024.", 2],
    ["Revenue was at least {p2r1c1} in 2024.", 2],
    ["Revenue exceeded {p2r1c1} in 2024.", 2],
    ["Operating income of {p2r6c1} in 2024 was higher than gross profit.", 2],
    ["Net income of {p2r10c1} in 2024 was higher than operating income of {p2r6c1} in 2024.", 2],
    ["Revenue doubled to {p2r1c1} in 2024.", 2],
    ["Revenue remained stable at {p2r1c1} in 2024.", 2],
    ["Revenue rose to {p2r1c1} in 2024 while net income fell.", 2],
    ["Net income rose to {p2r10c1} in 2024 and interest expense rose.", 2],
    ["Revenue rose to {p2r1c1} in 2024 because of higher prices.", 2],
    ["Revenue rose to {p2r1c1} in 2024 driven by research and development.", 2],
    ["Income tax caused net income to rise to {p2r10c1} in 2024.", 2],
    ["Revenue amounted to {p2r1c1} in 2024 and 2025.", 2],
    ["Revenue amounted to {p2r1c1} until 2024.", 2],
    ["Revenue amounted to {p2r1c1} in the fourth quarter of 2024.", 2],
    ["Revenue could be {p2r1c1} in 2024.", 2],
    ["Revenue would have amounted to {p2r1c1} in 2024.", 2],
    ["Revenue will be {p2r1c1} in 2024.", 2],
    ["Revenue never amounted to {p2r1c1} in 2024.", 2],
    [
      "Revenue was {p2r1c1}, cost of sales {p2r2c1}, gross profit {p2r3c1}, interest expense {p2r7c1} and net income {p2r10c1} in 2024, fraudulently.",
      2,
    ],
    [
      "Cash and cash equivalents were {p3r1c1}, trade receivables {p3r2c1}, inventories {p3r3c1} and property, plant and equipment {p3r4c1} in 2024, all pledged.",
      3,
    ],
  ];
  return lines.map(([text, ...pages]) =>
    failing("wrong words around cells", text, pages, "Revenue", "revenue"),
  );
}

function loops(): ModelCase[] {
  return ROWS.flatMap((row): ModelCase[] => {
    const calls: Step[] = [
      { calls: [{ name: "find_rows", input: { label: row.label } }] },
      { calls: [{ name: "read_pages", input: { pages: [pageOf(row)] } }] },
    ];
    return calls.map((step) => ({ kind: "endless loop", steps: [step], says: [], withholds: [row.label] }));
  });
}

function brokenJson(): ModelCase[] {
  const breaks: ((json: string) => string)[] = [
    (json) => json.slice(0, -1),
    (json) => json.replace('"sentence"', "sentence"),
    (json) => json.replace("{", "[["),
  ];
  return ROWS.slice(0, 8).flatMap((row) =>
    breaks.map((breakIt) => ({
      kind: "broken JSON",
      steps: [{ say: breakIt(sentence(`${row.label} amounted to {${row.nowCell}} in 2024.`, pageOf(row))) }],
      says: [],
      withholds: ["sentence", "{", "amounted to"],
    })),
  );
}

function halfStreams(): ModelCase[] {
  const whole = (row: FigureRow) =>
    sentence(`${row.label} amounted to {${row.nowCell}} in 2024.`, pageOf(row));
  return ROWS.flatMap((row, index) => [
    {
      kind: "half stream",
      steps: [{ say: whole(row).slice(0, 12 + index * 3), breakOff: true as const }],
      says: [],
      withholds: ["amounted to"],
    },
    {
      kind: "half stream",
      steps: [
        { calls: [{ name: "find_rows", input: { label: row.label } }] },
        { say: whole(row).slice(0, 12 + index * 3), breakOff: true as const },
      ],
      says: [],
      withholds: ["amounted to"],
    },
  ]);
}

function timeOuts(): ModelCase[] {
  return ROWS.slice(0, 10).flatMap((row) => [
    { kind: "time-out", steps: [{ hang: true as const }], says: [], withholds: ["amounted to"] },
    {
      kind: "time-out",
      steps: [{ calls: [{ name: "find_rows", input: { label: row.label } }] }, { hang: true as const }],
      says: [],
      withholds: ["amounted to"],
    },
  ]);
}

function injectionsFollowed(): ModelCase[] {
  return INJECTIONS.map(({ obeys }, index) => {
    const page = 6 + PROSE.length + index;
    return {
      kind: "injection followed",
      steps:
        "say" in obeys
          ? [{ say: sentence(obeys.say, page) }]
          : [
              { calls: [{ name: obeys.call, input: obeys.input }] },
              { say: sentence(`The tool ${obeys.call} was called.`, page) },
            ],
      says: [],
      withholds: "say" in obeys ? [obeys.say] : [obeys.call],
    };
  });
}

export const falseCases = (): ModelCase[] => [
  ...wrongFigures(),
  ...wrongSigns(),
  ...wrongExpressions(),
  ...wrongWords(),
  ...wordsAroundCells(),
  ...loops(),
  ...brokenJson(),
  ...halfStreams(),
  ...timeOuts(),
  ...injectionsFollowed(),
];
