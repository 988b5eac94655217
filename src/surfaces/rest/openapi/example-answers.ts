import { readFileSync } from "node:fs";
import path from "node:path";
import type { AnyOperation } from "../../../kernel/operation.ts";
import { successBody } from "../envelope.ts";

const FILE = path.join(import.meta.dirname, "data/answers.json");

interface Example {
  summary: string;
  value: unknown;
}

/** What each operation answered to its first example with the demo data, shortened; recorded by the tests. */
export function exampleAnswers(
  operations: readonly AnyOperation[],
  nameOf: (id: string) => string,
): Record<string, Example> {
  const answers = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, unknown>;
  return Object.fromEntries(
    operations.map(({ id, rest }) => [
      nameOf(id),
      {
        summary: "With the demo data, shortened",
        value: JSON.parse(successBody(answers[id] ?? null, rest.reply ?? "envelope")),
      },
    ]),
  );
}
