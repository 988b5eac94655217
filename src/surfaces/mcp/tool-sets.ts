import { Failure } from "../../kernel/errors.ts";
import type { Tool } from "./tool-list.ts";

type Tools = ReadonlyMap<string, Tool>;

/** The URLs that offer fewer tools: `/mcp/readonly`, and `/mcp/x/companies` for the tools of one subject. */
export const TOOL_SET_PATHS = ["/mcp", "/mcp/readonly", "/mcp/x/:subject"];

/** Chooses the tools of a URL. Made once: a call only looks its set up. */
export function makeToolSets(tools: Tools): (path: string) => Tools {
  const readonly = filter(tools, ({ operations }) => operations.every(({ effect }) => effect === "read"));
  const subjects = new Map(
    [...new Set([...tools.values()].flatMap(subjectsOf))].map((subject) => [
      subject,
      filter(tools, (tool) => subjectsOf(tool).includes(subject)),
    ]),
  );
  return (path) => {
    if (path === "/mcp") return tools;
    if (path === "/mcp/readonly") return readonly;
    const found = subjects.get(path.slice("/mcp/x/".length));
    if (found) return found;
    throw new Failure("path_not_found", {
      detail: `There are tools for ${[...subjects.keys()].sort().join(", ")}.`,
    });
  };
}

const subjectsOf = ({ operations }: Tool) => operations.map(({ id }) => id.split(".")[0] ?? "");

function filter(tools: Tools, isIncluded: (tool: Tool) => boolean): Tools {
  return new Map([...tools].filter(([, tool]) => isIncluded(tool)));
}
