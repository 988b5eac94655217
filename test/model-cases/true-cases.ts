/** Conversations whose sentences are true: they must be in the answer. */
import type { Step } from "../scripted-model.ts";
import { type FigureRow, PROSE, print, REGION_ROWS, ROWS, requireRow } from "./report.ts";

export interface ModelCase {
  kind: string;
  steps: Step[];
  /** Must be in the answer. */
  says: string[];
  /** Must not be in it. */
  withholds: string[];
}

/** One sentence as the model writes it; `pages` are its sources. */
export const sentence = (text: string, ...pages: number[]): string =>
  JSON.stringify({ sentence: text, pages });

export const pageOf = ({ nowCell }: FigureRow): number => Number(/^p(\d+)/.exec(nowCell)?.[1]);

const pageOfProse = (part: string): number => 6 + PROSE.findIndex((text) => text.includes(part));

const passing = (kind: string, text: string, pages: number[], ...says: string[]): ModelCase => ({
  kind,
  steps: [{ say: sentence(text, ...pages) }],
  says,
  withholds: [],
});

const moved = ({ now, past }: FigureRow) => (now > past ? "rose" : "fell");

function toolCases(): ModelCase[] {
  const done = (row: FigureRow, ...calls: Step[]): ModelCase => ({
    kind: "tool calls",
    steps: [...calls, { say: sentence(`${row.label} amounted to {${row.nowCell}} in 2024.`, pageOf(row)) }],
    says: [`$${print(row.now)} million`],
    withholds: [],
  });
  return ROWS.flatMap((row) => [
    done(row, { calls: [{ name: "find_rows", input: { label: row.label } }] }),
    done(
      row,
      { calls: [{ name: "find_pages", input: { query: row.label } }] },
      { calls: [{ name: "read_pages", input: { pages: [pageOf(row)] } }] },
    ),
    {
      ...done(row, {
        calls: [{ name: "compute", input: { expression: `${row.nowCell} - ${row.pastCell}` } }],
      }),
    },
  ]);
}

function paraphrases(): ModelCase[] {
  const kind = "right sentences in other words";
  const literal = (row: FigureRow) => `$${print(row.now)} million`;
  const tables = ROWS.flatMap((row) => [
    ...[row.label, ...row.others].flatMap((name) => [
      passing(kind, `${name} came to ${literal(row)} in fiscal 2024.`, [pageOf(row)], literal(row)),
      passing(
        kind,
        `In 2024, ${name.charAt(0).toLowerCase()}${name.slice(1)} ${moved(row)} to {${row.nowCell}}.`,
        [pageOf(row)],
        literal(row),
      ),
    ]),
    passing(
      kind,
      `${row.label} ${moved(row)} to {${row.nowCell}} in 2024, from {${row.pastCell}} in 2023.`,
      [pageOf(row)],
      literal(row),
      `$${print(row.past)} million`,
    ),
  ]);
  const around = ROWS.slice(0, 8).flatMap((row) => [
    passing(
      kind,
      `${row.label} of Lantern Works came to {${row.nowCell}} in 2024.`,
      [pageOf(row)],
      literal(row),
    ),
    passing(
      kind,
      `Compared with 2023, ${row.label} ${moved(row)} to {${row.nowCell}} in 2024.`,
      [pageOf(row)],
      literal(row),
    ),
  ]);
  const compared = passing(
    kind,
    "Gross profit of {p2r3c1} in 2024 was higher than operating income of {p2r6c1} in 2024.",
    [2],
    "$1,029 million",
  );
  const prose: [string, string][] = [
    ["At the end of 2024 the company employed 1,240 people.", "1,240"],
    ["The company had 1,240 people employed at the end of 2024.", "1,240"],
    ["A lantern’s warranty lasts seven years.", "warranty"],
    ["The board has proposed a dividend of $1.35 per share.", "dividend"],
    ["Because lanterns are bought before winter, demand is seasonal.", "seasonal"],
    ["The lighthouse authority of Northumbria is the largest customer.", "Northumbria"],
    ["Exposure to the price of copper is not hedged.", "copper"],
    ["In March 2024 a fire destroyed the workshop in Dunmore.", "Dunmore"],
    ["The opinion that the auditors issued is unqualified.", "unqualified"],
    ["Ada Fenwick, the chief executive, retires in June 2025.", "Fenwick"],
    ["Orders on hand were $520 million at the end of 2024.", "Orders on hand"],
    ["Shipments increased by 14% to 5.2 million units in 2024.", "Shipments"],
  ];
  const quotedFrom = (part: string) => PROSE.find((text) => text.includes(part)) ?? "";
  return [
    ...tables,
    ...around,
    compared,
    ...prose.map(([text, part]) => passing(kind, text, [pageOfProse(quotedFrom(part))], text)),
  ];
}

function german(): ModelCase[] {
  const kind = "German sentences over an English report";
  const number = (value: number) => value.toLocaleString("de-DE");
  return ROWS.flatMap((row) => {
    if (row.german === null) return [];
    const page = [pageOf(row)];
    const plural = /^(?:Die (?!Bilanz)|Umsatzkosten)/.test(row.german);
    const amounted = plural ? "betrugen" : "betrug";
    const verb = (row.now > row.past ? "stieg" : "sank") + (plural ? "en" : "");
    return [
      passing(
        kind,
        `${row.german} ${amounted} im Jahr 2024 {${row.nowCell}}.`,
        page,
        amounted,
        number(row.now),
      ),
      passing(
        kind,
        `${row.german} ${verb.replace("sanken", "sanken")} von {${row.pastCell}} im Jahr 2023 auf {${row.nowCell}} im Jahr 2024.`,
        page,
        number(row.now),
        number(row.past),
      ),
      passing(
        kind,
        `${row.german} ${amounted} 2024 ${number(row.now)} Mio. USD.`,
        page,
        `${number(row.now)} Mio. USD`,
      ),
    ];
  });
}

const percent = (value: number) => `${(Math.round(value * 1_000) / 10).toFixed(1)}%`;

function expressions(): ModelCase[] {
  const kind = "computed numbers as expressions";
  const growth = ROWS.flatMap((row) => {
    const cells = `${row.nowCell}, ${row.pastCell}`;
    const rate = percent(Math.abs(row.now - row.past) / row.past);
    return [
      passing(
        kind,
        `${row.label} ${moved(row)} by {growth(${cells})} in 2024.`,
        [pageOf(row)],
        `${moved(row)} by ${rate}`,
      ),
      passing(
        kind,
        `${row.label} ${moved(row)} by {${row.nowCell} - ${row.pastCell}} in 2024.`,
        [pageOf(row)],
        `by $${print(row.now - row.past)} million`,
      ),
    ];
  });
  const revenue = requireRow("Revenue");
  const shares = REGION_ROWS.map((row) =>
    passing(
      kind,
      `${row.label} contributed {share(${row.nowCell}, ${revenue.nowCell})} of revenue in 2024.`,
      [4, 2],
      percent(row.now / revenue.now),
    ),
  );
  const margins = [
    ["gross margin", "Gross profit"],
    ["operating margin", "Operating income"],
    ["net margin", "Net income"],
  ].map(([name, label = ""]) => {
    const row = requireRow(label);
    const text = `The ${name} was {${row.nowCell} / ${revenue.nowCell} %} in 2024.`;
    return passing(kind, text, [2], percent(row.now / revenue.now));
  });
  const [liabilities, equity] = [requireRow("Total liabilities"), requireRow("Total equity")];
  const ratio = passing(
    kind,
    `Total liabilities were {${liabilities.nowCell} / ${equity.nowCell}} times total equity in 2024.`,
    [3],
    "1.06 times",
  );
  const sum = passing(
    kind,
    "North America and Europe together had revenue of {sum(p4r1c1, p4r2c1)} in 2024.",
    [4],
    "$2,012 million",
  );
  return [...growth, ...shares, ...margins, ratio, sum];
}

/** Wrong at first, right once the model was told what is wrong. */
function corrected(): ModelCase[] {
  return ROWS.flatMap((row) =>
    ["billion", "thousand"].map((scale) => {
      const say = (amount: string) => sentence(`${row.label} amounted to ${amount} in 2024.`, pageOf(row));
      return {
        kind: "sentences corrected after the reason",
        steps: [{ say: say(`$${print(row.now)} ${scale}`) }, { say: say(`{${row.nowCell}}`) }],
        says: [`$${print(row.now)} million`],
        withholds: [scale],
      };
    }),
  );
}

export const trueCases = (): ModelCase[] => [
  ...toolCases(),
  ...paraphrases(),
  ...german(),
  ...expressions(),
  ...corrected(),
];
