import type { FigureOutcome, ReportOutcome, StatementsResult, Verdict } from "./statements.ts";

function share(part: number, whole: number): string {
  return whole === 0 ? "–" : (part / whole).toFixed(3);
}

/**
 * Given, right and wrong of some figures. What the gold does not have and was given counts as wrong; what another
 * careful reader could read otherwise counts as unclear, neither right nor wrong.
 */
function line(name: string, figures: readonly FigureOutcome[]) {
  const count = (verdict: Verdict) => figures.filter((one) => one.verdict === verdict).length;
  const wrong = count("wrong") + count("given, not there");
  const given = count("right") + wrong;
  const there = count("right") + count("wrong") + count("missed");
  return {
    figures: name,
    there,
    right: share(count("right"), there),
    given,
    wrong: share(wrong, given),
    "wrong (count)": wrong,
    "given, not there": count("given, not there"),
    unclear: count("unclear"),
    missed: count("missed"),
  };
}

const CONFIDENCES = [0.99, 0.98, 0.97, 0.95, 0.9, 0.8, 0] as const;

function reliability(figures: readonly FigureOutcome[]) {
  const given = figures.filter(
    ({ verdict }) => verdict === "right" || verdict === "wrong" || verdict === "given, not there",
  );
  const there = figures.filter(({ gold, verdict }) => gold !== null && verdict !== "unclear").length;
  return CONFIDENCES.map((least) => {
    const sure = given.filter(({ confidence }) => confidence >= least);
    const wrong = sure.filter(({ verdict }) => verdict !== "right").length;
    return {
      "confidence at least": least,
      given: sure.length,
      wrong: share(wrong, sure.length),
      "right of what is there": share(sure.length - wrong, there),
    };
  });
}

function metadataLine(name: string, reports: readonly ReportOutcome[]) {
  const right = (field: keyof ReportOutcome["metadata"]) =>
    share(reports.filter(({ metadata }) => metadata[field]).length, reports.length);
  return {
    reports: name,
    count: reports.length,
    company: right("company"),
    "fiscal year": right("fiscal_year"),
    "period end": right("period_end"),
    currency: right("currency"),
    scale: right("scale"),
  };
}

/** Columns whose totals are all the sum of their rows. */
function proofLine(name: string, reports: readonly ReportOutcome[]) {
  const columns = reports.flatMap(({ statements }) => statements.statements.flatMap((one) => one.columns));
  const proven = columns.filter(({ sums }) => sums.proven > 0 && sums.failed === 0).length;
  const pages = reports.flatMap((report) => Object.values(report.pages));
  return {
    reports: name,
    columns: columns.length,
    "all totals proven": share(proven, columns.length),
    "statements found": share(pages.filter(Boolean).length, pages.length),
  };
}

/** Prints what the statements of the reports gave: all, and the unseen half. */
export function reportStatements({ figures, reports }: StatementsResult): void {
  const groups = [
    ["all", () => true],
    ["seen half", ({ seen }: { seen: boolean }) => seen],
    ["unseen half", ({ seen }: { seen: boolean }) => !seen],
    ["large US 10-K", ({ tenK }: { tenK: boolean }) => tenK],
    ["other reports", ({ tenK }: { tenK: boolean }) => !tenK],
  ] as const;
  console.log("\nFinancial statements: the 24 figures of two years, read from the statements");
  console.table(groups.map(([name, fits]) => line(name, figures.filter(fits))));
  console.table(
    ["current", "prior"].map((period) =>
      line(
        period,
        figures.filter((one) => one.period === period),
      ),
    ),
  );
  const items = [...new Set(figures.map(({ item }) => item))];
  console.table(
    items.map((item) =>
      line(
        item,
        figures.filter((one) => one.item === item),
      ),
    ),
  );
  console.log("Reliability, seen half, then unseen half");
  console.table(reliability(figures.filter(({ seen }) => seen)));
  console.table(reliability(figures.filter(({ seen }) => !seen)));
  console.table(groups.map(([name, fits]) => metadataLine(name, reports.filter(fits))));
  console.table(groups.map(([name, fits]) => proofLine(name, reports.filter(fits))));
  const times = reports.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  console.log(
    `statements take ${times[times.length >> 1]?.toFixed(1)} ms (median), ${times.at(-1)?.toFixed(1)} ms (most), pages read before`,
  );
}
