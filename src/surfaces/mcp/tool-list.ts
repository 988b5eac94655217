import type { AnyOperation } from "../../kernel/operation.ts";
import type { Scope } from "../../kernel/scopes.ts";
import { metaOfTool } from "./apps/index.ts";
import { startsWork } from "./tasks.ts";
import { type InputSchema, inputSchemaOf, type OutputSchema, outputSchemaOf } from "./tool-schemas.ts";

/** A tool as clients see it. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: InputSchema;
  outputSchema: OutputSchema;
  annotations: { readOnlyHint: boolean; openWorldHint: boolean; destructiveHint?: false };
  execution?: { taskSupport: "optional" };
  /** The view of its results, for clients that show one. */
  _meta?: { ui: { resourceUri: string } };
}

export interface Tool {
  description: ToolDescription;
  /** More than one when the arguments decide which is run. */
  operations: readonly AnyOperation[];
}

/** The operations as tools. Built once: converting schemas to JSON on every call is what makes servers slow. */
export function listTools(operations: readonly AnyOperation[]): Map<string, Tool> {
  const byName = new Map<string, AnyOperation[]>();
  for (const operation of operations) {
    if (operation.mcp === false) continue;
    byName.set(operation.mcp.tool, [...(byName.get(operation.mcp.tool) ?? []), operation]);
  }
  const tools = new Map(
    operations.flatMap(({ id, mcp }) => (mcp ? [[id as string, mcp.tool] as const] : [])),
  );
  const toolOf = (text: string) => text.replace(OPERATION_ID, (id) => tools.get(id) ?? id);
  return new Map(
    [...byName].map(([name, members]) => {
      const description = describe(name, members);
      return [
        name,
        {
          description: { ...description, description: toolOf(description.description) },
          operations: members,
        },
      ];
    }),
  );
}

/** Guides mention operations by their ids; a model knows them as tools. */
const OPERATION_ID = /\b[a-z]+\.[a-z_]+\b/g;

function describe(name: string, operations: readonly AnyOperation[]): ToolDescription {
  const isBare = operations.every(({ mcp }) => mcp !== false && mcp.isBare === true);
  const isRead = operations.every(({ effect }) => effect === "read");
  return {
    name,
    title: operations[0]?.summary ?? name,
    description: operations.map(describeOperation).join(" "),
    inputSchema: inputSchemaOf(
      operations.map(({ input }) => input),
      isBare,
    ),
    outputSchema: outputSchemaOf(
      operations.map(({ output }) => output),
      isBare,
    ),
    // Nothing here is destructive; a read-only tool need not say so.
    annotations: {
      readOnlyHint: isRead,
      openWorldHint: operations.some(({ mcp }) => mcp !== false && mcp.isOpenWorld === true),
      ...(isRead ? {} : { destructiveHint: false }),
    },
    ...metaOfTool(name),
    ...(operations.some(startsWork) ? { execution: { taskSupport: "optional" as const } } : {}),
  };
}

function describeOperation(operation: AnyOperation): string {
  const { mcp, guide } = operation;
  const text = (mcp === false ? undefined : mcp.guide) ?? guide;
  // Starting work is free; what the work costs is said by its guide, or by the operation that has its result.
  return startsWork(operation) ? text : `${text} ${describePrice(operation)}`;
}

function describePrice({ price }: AnyOperation): string {
  if (price === 0) return "Free.";
  return typeof price === "number"
    ? `Price: ${price} ${price === 1 ? "credit" : "credits"}.`
    : `Price: ${price.about}.`;
}

/** A credential never sees a tool it may not call. */
export function isAllowed(tool: Tool | undefined, scopes: ReadonlySet<Scope>): tool is Tool {
  return tool?.operations.every(({ scope }) => scopes.has(scope)) ?? false;
}

/** Of several operations behind one tool, the one whose fields the arguments contain. */
export function chooseOperation({ operations }: Tool, args: Record<string, unknown>): AnyOperation {
  const [first] = operations;
  if (!first) throw new Error("a tool without an operation");
  const matches = ({ input }: AnyOperation) => Object.keys(args).every((name) => name in input.shape);
  return operations.find(matches) ?? first;
}
