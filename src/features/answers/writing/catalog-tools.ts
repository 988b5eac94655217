import { z } from "zod";
import type { AnyOperation } from "../../../kernel/operation.ts";
import { REPORT_CREDITS } from "../chat/ask-reports.ts";
import { type ChatRunner, ceilingOf, OverBudget } from "../chat/chat-runner.ts";
import type { RunnableTool } from "./converse.ts";
import type { StepReply } from "./record-evidence.ts";

/** The operations that a model may call: all of them read. */
const TOOL_OPERATIONS: ReadonlySet<string> = new Set([
  "companies.search",
  "companies.search_batch",
  "reports.search",
  "answers.chat_report",
  "search.passages",
  "financials.screen",
  "news.search",
  "prices.eod_price",
  "prices.market_cap",
]);
const TEXT_LENGTH_MAX = 1_500;
const ITEMS_MAX = 20;

export function selectToolOperations(all: readonly AnyOperation[]): AnyOperation[] {
  const selected = all.filter(
    ({ id }, at) => TOOL_OPERATIONS.has(id) && all.findIndex((one) => one.id === id) === at,
  );
  const writing = selected.find(({ effect }) => effect !== "read");
  if (writing) throw new Error(`${writing.id} changes something and cannot be a tool of a model`);
  return selected;
}

interface CatalogToolOptions {
  operations: readonly AnyOperation[];
  /** Runs them through the gate for the same caller, inside the credits of the call. */
  runner: ChatRunner;
  creditsLeft: number;
  /** Notes a reply and returns its number, by which sentences cite it. */
  onReply: (reply: Omit<StepReply, "number">) => number;
}

/** Operations of the catalog as tools; one whose price does not fit the credits left is not offered. */
export function catalogTools({
  operations,
  runner,
  creditsLeft,
  onReply,
}: CatalogToolOptions): RunnableTool[] {
  return operations
    .filter(({ price }) => typeof price !== "number" || price <= creditsLeft)
    .map((operation) => ({
      name: operation.id.replace(".", "_"),
      description: operation.guide,
      input: z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }),
      run: (given) => runTool(operation, given, { runner, onReply }),
    }));
}

async function runTool(
  operation: AnyOperation,
  given: unknown,
  { runner, onReply }: Pick<CatalogToolOptions, "runner" | "onReply">,
): Promise<unknown> {
  const fields = typeof given === "object" && given !== null ? given : {};
  const input = operation.id === "answers.chat_report" ? { ...fields, max_credits: REPORT_CREDITS } : fields;
  const parsed = operation.input.safeParse(input);
  if (!parsed.success) return { error: z.prettifyError(parsed.error).slice(0, 500) };
  try {
    const data = await runner.run<unknown>(operation, input, describeInput(fields));
    if (data === null) return { error: runner.steps.at(-1)?.detail ?? "it failed" };
    return {
      step: onReply({ operation_id: operation.id, input: codesOf(fields), data }),
      untrusted_result: shorten(data),
    };
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    return { error: `it may cost ${ceilingOf(operation, parsed.data)} credits, more than are left` };
  }
}

const CODE_FIELDS: ReadonlySet<string> = new Set(["ticker", "isin"]);

/** Which security the reply is about. Whatever else a model asks for proves nothing: it writes that itself. */
function codesOf(input: object): object {
  const isCode = ([name, value]: [string, unknown]) =>
    CODE_FIELDS.has(name) && /^\S{1,20}$/.test(String(value));
  return Object.fromEntries(Object.entries(input).filter(isCode));
}

const describeInput = (input: object): string =>
  Object.values(input)
    .filter((value) => typeof value === "string" || typeof value === "number")
    .join(", ")
    .slice(0, 200);

/** What programs need and sentences do not say. */
const UNSAID = new Set(["request_params", "pages_considered", "claims", "spans", "model", "engine", "error"]);

/** Long lists and texts are cut, so that one reply does not fill the context. */
export function shorten(data: unknown): unknown {
  if (typeof data === "string") return data.slice(0, TEXT_LENGTH_MAX);
  if (Array.isArray(data)) return data.slice(0, ITEMS_MAX).map(shorten);
  if (typeof data !== "object" || data === null) return data;
  const said = Object.entries(data).filter(([name]) => !UNSAID.has(name));
  return Object.fromEntries(said.map(([name, value]) => [name, shorten(value)]));
}
