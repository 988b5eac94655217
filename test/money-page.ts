import { type CaseResult, FAULTS, type FaultName } from "./money-matrix.ts";

interface Limits {
  outageMilliseconds: number;
  patienceMilliseconds: number;
}

/** The results of the whole matrix as a page for people. */
export function writeMoneyPage(results: readonly CaseResult[], limits: Limits): string {
  const broken = results.filter(({ problems }) => problems.length > 0);
  const rows = Map.groupBy(results, ({ operation, channel, keyed }) => `${operation} ${channel} ${keyed}`);
  return `# Paid once, and only if it works

\`npm run test:money\` calls every priced operation on every channel it has, with and without an \
\`Idempotency-Key\`, while the database or the caller fails. It writes this page. \`npm test\` runs a sample \
with short limits.

What must hold after each call:

- after an error: nothing is spent, at the latest after 60 s
- after a success: exactly the price is spent
- without an answer: nothing or exactly the price is spent
- with a key: a retry delivers the answer, it is paid once, and every repetition has the same bytes

The faults:

- **payment reply lost**: the statement that holds, charges or settles is committed, its reply is lost, and \
the database is unavailable for ${limits.outageMilliseconds / 1_000} s; a call waits for \
${limits.patienceMilliseconds / 1_000} s
- **statement reply lost**: the same for any other statement of the call
- **caller hangs up**: the connection is closed at a random moment

${results.length} calls, ${broken.length} broken guarantees. Each cell: how often the caller got success, an error, no answer.

| operation | channel | key | price | ${FAULTS.join(" | ")} | guarantees |
| --- | --- | --- | --- | ${FAULTS.map(() => "---").join(" | ")} | --- |
${[...rows.keys()]
  .sort()
  .map((key) => writeRow(rows.get(key) ?? []))
  .join("\n")}
`;
}

function writeRow(results: readonly CaseResult[]): string {
  const [first] = results;
  if (!first) return "";
  const cells = FAULTS.map((fault) => countOutcomes(results, fault));
  const problems = results.flatMap((result) => result.problems);
  const { operation, channel, keyed, price } = first;
  const verdict = problems.length === 0 ? "kept" : problems.join("; ");
  return `| \`${operation}\` | ${channel} | ${keyed ? "yes" : "no"} | ${price} | ${cells.join(" | ")} | ${verdict} |`;
}

function countOutcomes(results: readonly CaseResult[], fault: FaultName): string {
  const of = (reported: CaseResult["reported"]) =>
    results.filter((result) => result.fault === fault && result.reported === reported).length;
  return `${of("success")} / ${of("error")} / ${of("nothing")}`;
}
