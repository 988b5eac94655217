import { formatCredits } from "../../kernel/credits.ts";
import { type AnyOperation, pathTemplate } from "../../kernel/operation.ts";

/** A page for language models: what this service offers and how to call it, in plain text. */
export function llmsText(operations: readonly AnyOperation[], baseUrl: string): string {
  const lines = operations.map(({ id, rest, summary, guide, price }) => {
    const credits = typeof price === "number" ? formatCredits(price) : price.about;
    return `- [${rest.method} ${pathTemplate(rest.path)}](${baseUrl}/docs/api/${id.split(".")[0]}#${id}): ${summary} (${credits}). ${guide}`;
  });
  return `# Florin

> Financial data for programs and AI agents: companies, reports, news, prices, answers with evidence.

Send JSON with the header \`X-API-KEY\`. Answers come as {"status_code", "data", "detail", "message"}; errors carry a
stable \`code\` and a \`request_id\`. The machine-readable description is at ${baseUrl}/openapi.json.

## Operations

${lines.join("\n")}
`;
}
