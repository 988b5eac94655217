import { describe, expect, it } from "vitest";
import type { Field } from "../src/features/agents/builders/field-mapping.ts";
import { openSource } from "../src/features/agents/extraction/field-source.ts";
import { verifyProposals } from "../src/features/agents/extraction/verify-proposal.ts";
import { type FigurePeriod, ReportReader } from "../src/features/answers/index.ts";
import { makeStatementPage } from "../src/features/answers/made-up-pages.ts";
import type { PageRecord } from "../src/features/reports/index.ts";

/** A number that a model proposes for a field, from a quote of the page. */
interface Proposed {
  label: string;
  quote: string;
  printed: string;
  when?: FigurePeriod;
  field?: Field;
}

interface Case {
  page: PageRecord;
  truth: Proposed;
  value: number;
  /** The same with one thing changed. */
  perturbed: [kind: string, change: Partial<Proposed>][];
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
const MONEY: Field = { type: "money" };
const print = (value: number) => value.toLocaleString("en-US");

function addSentences(page: PageRecord, sentences: readonly string[]): PageRecord {
  const words = [...page.words];
  const blocks = [...page.blocks];
  for (const [at, text] of sentences.entries()) {
    const top = 720 + at * 20;
    let left = 40;
    for (const word of text.split(" ")) {
      words.push({ text: word, box: [left, top, left + word.length * 4, top + 10] });
      left += word.length * 4 + 4;
    }
    blocks.push({
      kind: "text",
      level: null,
      text,
      first_line: 0,
      last_line: 0,
      table: null,
      box: [40, top, 900, top + 10],
    });
  }
  return { ...page, words, blocks };
}

function makeCases(random: (below: number) => number): Case[] {
  const rows = ROWS.map((label) => ({ label, now: 1_001 + random(8_000), past: 1_001 + random(8_000) }));
  const [loss, before, orders, deliveries] = [101, 101, 1_001, 1_001].map((from) => from + random(800));
  const share = `${1 + random(80)}.${1 + random(8)}`;
  const sentences = [
    `Orders increased to $${orders} million in 2024 and deliveries were $${deliveries} million.`,
    `The export share was ${share}% in 2024.`,
  ] as const;
  const table: [string, string, string][] = rows.map(({ label, now, past }) => [
    label,
    print(now),
    print(past),
  ]);
  const page = addSentences(
    makeStatementPage(
      1,
      "Selected figures",
      ["2024", "2023"],
      [...table, ["Net loss", String(loss), String(before)]],
    ),
    sentences,
  );
  const fromRows = rows.flatMap(({ label, now, past }, at): Case[] => {
    const other = rows[(at + 1) % rows.length];
    const quote = `${label} ${print(now)} ${print(past)}`;
    const perturbed: Case["perturbed"] = [
      ["column", { printed: print(past) }],
      ["period", { when: "prior_year" }],
      ["period", { when: 2023 }],
      ["period", { when: 2022 }],
      ["entity", { label: other?.label ?? "" }],
      ["entity", { printed: print(other?.now ?? 0) }],
      ["separator", { printed: print(now).replace(",", ".") }],
      ["value", { printed: print(now + 1) }],
      ["unit", { field: { type: "percent" } }],
      ["unit", { field: { type: "money", unit: "EUR" } }],
    ];
    return [
      { page, truth: { label, quote, printed: print(now) }, value: now * 1e6, perturbed },
      {
        page,
        truth: { label, quote, printed: print(past), when: "prior_year" },
        value: past * 1e6,
        perturbed: [
          ["period", { when: "year" }],
          ["column", { printed: print(now) }],
        ],
      },
    ];
  });
  return [
    ...fromRows,
    {
      page,
      truth: { label: "Net loss", quote: `Net loss ${loss} ${before}`, printed: String(loss) },
      value: (loss ?? 0) * 1e6,
      perturbed: [
        ["sign", { label: "Net income" }],
        ["sign", { label: "Net profit" }],
        ["entity", { label: "Adjusted net loss" }],
      ],
    },
    {
      page,
      truth: { label: "Orders", quote: sentences[0], printed: String(orders) },
      value: (orders ?? 0) * 1e6,
      perturbed: [
        ["entity", { label: "Deliveries" }],
        ["entity", { printed: String(deliveries) }],
        ["entity", { label: "Adjusted orders" }],
        ["period", { when: 2023 }],
        ["period", { when: "prior_year" }],
        ["unit", { field: { type: "percent" } }],
        ["unit", { field: { type: "money", unit: "GBP" } }],
      ],
    },
    {
      page,
      truth: { label: "Export share", quote: sentences[1], printed: share, field: { type: "percent" } },
      value: Number(share),
      perturbed: [
        ["separator", { printed: share.replace(".", "") }],
        ["unit", { field: MONEY }],
        ["period", { when: 2022 }],
        ["entity", { label: "Tax rate" }],
      ],
    },
  ];
}

function verify(page: PageRecord, { label, quote, printed, when = "year", field = MONEY }: Proposed) {
  const reader = new ReportReader({ reportId: "rep_test", sha256: "a".repeat(64), pages: [page], names: [] });
  const source = openSource(reader, { report_id: "rep_test", fiscal_period: "FY", fiscal_year: 2024 });
  const proposal = { group: "g", field: "f", page: 1, quote, value: printed };
  return verifyProposals(label, field, { source, when }, [proposal]);
}

const random = randomNumbers(21);
const CASES = Array.from({ length: 15 }, () => makeCases(random)).flat();

describe("the verifier, asked by an agent", () => {
  it("accepts the true number of a field, with the value that the page shows", () => {
    const readings = CASES.map(({ page, truth, value }) => ({
      truth,
      value,
      reading: verify(page, truth),
    }));
    const refused = readings.filter(({ reading }) => !reading.found);
    expect(refused.slice(0, 3)).toEqual([]);
    expect(refused.length / CASES.length).toBeLessThanOrEqual(0.02);
    for (const { reading, value } of readings) if (reading.found) expect(reading.value).toBe(value);
  });

  it("accepts no number with one thing changed", () => {
    const all = CASES.flatMap(({ page, truth, perturbed }) =>
      perturbed.map(([kind, change]) => ({ kind, page, proposed: { ...truth, ...change } })),
    );
    expect(all.length).toBeGreaterThan(900);
    const accepted = all.filter(({ page, proposed }) => verify(page, proposed).found);
    expect(accepted.map(({ kind, proposed }) => ({ kind, ...proposed })).slice(0, 5)).toEqual([]);
  });

  it("gives no amount of money whose scale the report does not say", () => {
    const page = makeStatementPage(1, "Selected figures", ["2024", "2023"], [["Revenue", "4,100", "3,900"]]);
    const unsaid: PageRecord = {
      ...page,
      text: page.text.replace("(In millions)", ""),
      lines: page.lines.filter(({ text }) => text !== "(In millions)"),
      tables: page.tables.map((table) => ({ ...table, caption: "Revenue" })),
    };
    const proposed = { label: "Revenue", quote: "Revenue 4,100 3,900", printed: "4,100" };
    expect(verify(page, proposed)).toMatchObject({ found: true, value: 4_100e6 });
    expect(verify(unsaid, proposed)).toMatchObject({
      found: false,
      reason: expect.stringContaining("scale"),
    });
  });
});
