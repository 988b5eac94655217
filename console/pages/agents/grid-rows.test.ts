import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { writeXlsx } from "../../ui/write-xlsx.ts";
import type { Artifact } from "./changes.ts";
import { onlyChanged, stateOf, toRows } from "./grid-rows.ts";
import type { Evidence } from "./use-evidence.ts";

const artifact = (id: string, company: string, values: Record<string, number | null>): Artifact => ({
  id,
  publish_date: "2026-01-01",
  created_at: "2026-01-01T00:00:00Z",
  company_list: [{ svc_entity_id: company, name: company }],
  extract_json: { Income: values },
});
const field = (name: string) => ({ group: "Income", name });
/** Only what a state depends on. */
const evidence = (verdict: string) => ({ verdict }) as Evidence;

// The newest first, as the service lists them.
const rows = toRows([
  artifact("a2", "A", { revenue: 120, profit: 7 }),
  artifact("b2", "B", { revenue: 50, profit: null }),
  artifact("a1", "A", { revenue: 100, profit: 7 }),
  artifact("b1", "B", { revenue: 50, profit: null }),
]);

describe("the grid of an agent's results", () => {
  it("has one row for each company, with its earlier artifacts", () => {
    expect(rows.map((row) => [row.artifact.id, row.earlier.map(({ id }) => id)])).toEqual([
      ["a2", ["a1"]],
      ["b2", ["b1"]],
    ]);
  });

  it("distinguishes changed, computed, found, unverified and missing values", () => {
    const [a, b] = rows;
    if (!a || !b) throw new Error("there are two companies");
    expect(stateOf(a, field("revenue"), evidence("found"))).toBe("changed");
    expect(stateOf(a, field("profit"), evidence("computed"))).toBe("computed");
    expect(stateOf(b, field("revenue"), evidence("quoted"))).toBe("found");
    expect(stateOf(b, field("revenue"), evidence("not_verified"))).toBe("unverified");
    expect(stateOf(b, field("profit"), evidence("not_found"))).toBe("missing");
    expect(stateOf(b, field("added later"), undefined)).toBe("missing");
  });

  it("keeps only the companies and fields that changed since the last run", () => {
    const changed = onlyChanged(rows, [field("revenue"), field("profit")]);
    expect(changed.rows.map(({ artifact: { id } }) => id)).toEqual(["a2"]);
    expect(changed.fields).toEqual([field("revenue")]);
  });

  it("is written to Excel with numbers as numbers, units as formats and texts as texts", () => {
    const rowsOfFile = [
      ["Company", "Revenue"],
      ["=A & <B>\u0001", { value: 921_700_000, unit: "GBP" }],
      [null, 7.5],
    ];
    const parts = unzipSync(writeXlsx([{ name: "Values: all/now", rows: rowsOfFile }]));
    const read = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
    const sheet = read("xl/worksheets/sheet1.xml");
    expect(sheet).toContain('<t xml:space="preserve">=A &amp; &lt;B&gt;</t>');
    expect(sheet).toContain('<c s="3"><v>921700000</v></c>');
    expect(sheet).toContain('<c/><c s="2"><v>7.5</v></c>');
    expect(read("xl/styles.xml")).toContain('formatCode="#,##0.## &quot;GBP&quot;"');
    expect(read("xl/workbook.xml")).toContain('name="Values  all now"');
  });
});
