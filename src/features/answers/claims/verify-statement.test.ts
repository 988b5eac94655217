import { describe, expect, it } from "vitest";
import { makeStatementPage } from "../made-up-pages.ts";
import { cellsOf, type Evidence } from "./evidence.ts";
import { findUnverified } from "./verify-statement.ts";

/** A true sentence with its evidence, and the same sentence with one thing changed. */
interface Case {
  statement: string;
  evidence: Evidence[];
  perturbed: [kind: string, statement: string][];
}

/** Repeatable: the same cases on every machine. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ROWS = ["Revenue", "Cost of sales", "Research and development", "Interest expense", "Inventories"];
const print = (value: number) => value.toLocaleString("en-US");

/** Sentences about the rows of a table in millions, with a loss at its end. */
function tableCases(random: (below: number) => number): Case[] {
  const rows = ROWS.map((label) => ({ label, now: 1_001 + random(8_000), past: 1_001 + random(8_000) }));
  const [loss, before] = [101 + random(800), 101 + random(800)];
  const page = makeStatementPage(
    1,
    "Selected figures",
    ["2024", "2023"],
    [
      ...rows.map(({ label, now, past }): [string, string, string] => [label, print(now), print(past)]),
      ["Net income (loss)", `(${loss})`, `(${before})`],
    ],
  );
  const evidence = cellsOf(page, "USD");
  const simple = rows.flatMap(({ label, now, past }, at): Case[] => {
    const other = rows[(at + 1) % rows.length];
    const say = (value: string, year = 2024, name = label) => `${name} amounted to ${value} in ${year}.`;
    const rose = now > past ? "rose" : "fell";
    const opposite = now > past ? "fell" : "rose";
    const move = (verb: string, from = past, to = now) =>
      `${label} ${verb} from $${print(from)} million in 2023 to $${print(to)} million in 2024.`;
    return [
      {
        statement: say(`$${print(now)} million`),
        evidence,
        perturbed: [
          ["scale", say(`$${print(now)} billion`)],
          ["scale", say(`$${print(now)} thousand`)],
          ["separator", say(`$${print(now).replace(",", ".")} million`)],
          ["separator", say(`$${now * 10} million`)],
          ["column", say(`$${print(past)} million`)],
          ["period", say(`$${print(now)} million`, 2023)],
          ["period", say(`$${print(now)} million`, 2022)],
          ["entity", say(`$${print(other?.now ?? 0)} million`)],
          ["entity", say(`$${print(now)} million`, 2024, other?.label)],
          ["unit", say(`${print(now)}%`)],
          ["unit", say(`€${print(now)} million`)],
          ["value", say(`$${print(now + 1)} million`)],
        ],
      },
      {
        statement: move(rose),
        evidence,
        perturbed: [
          ["direction", move(opposite)],
          ["column", move(rose, now, past)],
          ["scale", move(rose).replace(/million in 2024/, "billion in 2024")],
          ["period", move(rose).replace("2023", "2021")],
        ],
      },
    ];
  });
  return [
    ...simple,
    {
      statement: `The net loss was $${loss} million in 2024.`,
      evidence,
      perturbed: [
        ["sign", `Net income was $${loss} million in 2024.`],
        ["sign", `The profit was $${loss} million in 2024.`],
        ["column", `The net loss was $${before} million in 2024.`],
      ],
    },
  ];
}

/** Sentences taken from a sentence of the page that has two amounts. */
function textCases(random: (below: number) => number): Case[] {
  const [orders, deliveries] = [101 + random(800), 101 + random(800)];
  const share = `${1 + random(80)}.${1 + random(8)}`;
  const evidence: Evidence[] = [
    {
      kind: "text",
      text: `Orders increased to $${orders} million in 2024 and deliveries were $${deliveries} million.`,
    },
    { kind: "text", text: `The export share was ${share}% in 2024.` },
  ];
  return [
    {
      statement: `Orders increased to $${orders} million in 2024.`,
      evidence,
      perturbed: [
        ["direction", `Orders decreased to $${orders} million in 2024.`],
        ["entity", `Deliveries were $${orders} million in 2024.`],
        ["period", `Orders increased to $${orders} million in 2023.`],
        ["scale", `Orders increased to $${orders} thousand in 2024.`],
        ["unit", `Orders increased to £${orders} million in 2024.`],
      ],
    },
    {
      statement: `The export share was ${share}% in 2024.`,
      evidence,
      perturbed: [
        ["separator", `The export share was ${share.replace(".", "")}% in 2024.`],
        ["unit", `The export share was $${share} in 2024.`],
        ["period", `The export share was ${share}% in 2022.`],
        ["sign", `The export share was -${share}% in 2024.`],
      ],
    },
  ];
}

const random = randomNumbers(7);
const CASES = Array.from({ length: 70 }, () => [...tableCases(random), ...textCases(random)])
  .flat()
  .filter(({ perturbed, statement }) => perturbed.every(([, other]) => other !== statement));

describe("one verifier", () => {
  it("accepts none of 5,000 sentences with one thing changed", () => {
    const perturbed = CASES.flatMap((one) =>
      one.perturbed.map(([kind, statement]) => ({ kind, statement, evidence: one.evidence })),
    );
    expect(perturbed.length).toBeGreaterThan(5_000);
    const accepted = perturbed.filter(
      ({ statement, evidence }) => findUnverified(statement, evidence).length === 0,
    );
    expect(accepted.map(({ kind, statement }) => `${kind}: ${statement}`)).toEqual([]);
  });

  it("accepts the true sentences", () => {
    const refused = CASES.filter(({ statement, evidence }) => findUnverified(statement, evidence).length > 0);
    expect(refused.map(({ statement }) => statement).slice(0, 5)).toEqual([]);
    expect(refused.length / CASES.length).toBeLessThanOrEqual(0.02);
  });

  it("says what is wrong: the number as printed, or the word for the direction", () => {
    const evidence: Evidence[] = [{ kind: "text", text: "Orders increased to $5 million in 2024." }];
    expect(findUnverified("Orders were $6 million in 2024.", evidence)).toEqual(["$6 million"]);
    expect(findUnverified("Orders decreased to $5 million in 2024.", evidence)).toEqual(["decreased"]);
    expect(findUnverified("Orders developed well in 2024.", evidence)).toEqual([]);
  });
});
