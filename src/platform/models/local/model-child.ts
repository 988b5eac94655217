/** Runs in a separate process: a model must never block the service, and gives its memory back when it ends. */
import { lowerPriority } from "../../priority/index.ts";
import { embedText } from "./embed-text.ts";
import { type LoadedModel, loadModel } from "./load-model.ts";
import { idOf, READER_MODEL } from "./model-files.ts";
import { readPassage } from "./read-passage.ts";

/** The next one for the same model follows the reply to this one; other models compute at the same time. */
export interface Request {
  id: number;
  /** Name and revision, such as `gte-small@int8-1`. */
  model: string;
  input: unknown;
}

export type Reply = { id: number; output: unknown } | { id: number; error: string };

const [threads = 1, nice = 0] = process.argv.slice(2).map(Number);
if (nice > 0) lowerPriority(nice);
// The service decides when this ends; a signal to its whole group must not end what it still waits for.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit(0));

const models = new Map<string, Promise<LoadedModel>>();

process.on("message", async ({ id, model, input }: Request) => {
  const reply: Reply = await compute(model, input).then(
    (output) => ({ id, output }),
    (error: unknown) => ({ id, error: String(error) }),
  );
  process.send?.(reply);
});

/** Each model is loaded when it is first asked for. */
async function compute(id: string, input: unknown): Promise<unknown> {
  const isReader = id === idOf(READER_MODEL);
  const loading = models.get(id) ?? loadModel(id, threads, isReader ? "scores" : "last_hidden_state");
  models.set(id, loading);
  const model = await loading;
  // Sent by `index.ts` alone, which knows what each model takes.
  return isReader
    ? readPassage(model, input as Parameters<typeof readPassage>[1])
    : embedText(model, input as string);
}
