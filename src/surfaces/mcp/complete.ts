import { requireStorable, runUncharged } from "../../gate/index.ts";
import type { AnyOperation } from "../../kernel/operation.ts";
import type { CallTools, ToolCaller } from "./call-tool.ts";

const VALUES_MAX = 20;
/** Completions are free, so they are rate-limited. */
const PER_SECOND = 5;

type Names = (answer: unknown) => string[];

const entityIds: Names = (answer) => (answer as { svc_entity_id: string }[]).map((row) => row.svc_entity_id);
const companyNames: Names = (answer) => (answer as { name: string }[]).map((row) => row.name);
const reportIds: Names = (answer) =>
  (answer as { reports: { report_id: string }[] }).reports.map((row) => row.report_id);

/** Which operation provides the values of an argument. */
const SOURCES: Record<string, { operation: string; input: (typed: string) => unknown; values: Names }> = {
  svc_entity_id: { operation: "companies.search", input: (name) => ({ name }), values: entityIds },
  company: { operation: "companies.search", input: (name) => ({ name }), values: companyNames },
  first: { operation: "companies.search", input: (name) => ({ name }), values: companyNames },
  second: { operation: "companies.search", input: (name) => ({ name }), values: companyNames },
  report_id: {
    operation: "reports.search",
    input: (query) => ({ query, limit: VALUES_MAX }),
    values: reportIds,
  },
};

/** Values that complete the typed text: identifiers are found by the name of their object. */
export async function complete(
  tools: CallTools,
  operations: readonly AnyOperation[],
  from: ToolCaller,
  { name, value }: { name: string; value: string },
): Promise<string[]> {
  const source = SOURCES[name];
  const operation = operations.find(({ id }) => id === source?.operation);
  if (!source || !operation || value.trim() === "" || !from.caller.scopes.has(operation.scope)) return [];
  const who = from.caller.userId ?? from.caller.accountId;
  const { allowed } = await tools.gate.limiter.take(`${who}:completion`, PER_SECOND * tools.gate.rateFactor);
  const input = operation.input.safeParse(source.input(value));
  if (!allowed || !input.success) return [];
  requireStorable(input.data);
  const { caller, requestId, cancelled } = from;
  const answer = await runUncharged(tools.gate, { operation, caller, requestId, cancelled }, input.data);
  return [...new Set(source.values(answer))].slice(0, VALUES_MAX);
}
