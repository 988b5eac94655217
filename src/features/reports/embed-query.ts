import { z } from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import type { Embedder } from "../../platform/models/index.ts";

const LETTERS_MAX = 8_000;

export const embedQuery = ({ embedder }: { embedder: Embedder }) =>
  defineOperation({
    id: "embedding.query",
    summary: "Embed a question as a vector",
    guide:
      "Embeds a text with the same model as the reports' vectors, so that you can search them yourself. The model reads " +
      "English; text beyond 512 tokens is not read.",
    scope: "reports:read",
    effect: "read",
    price: 1,
    perSecond: 20,
    rest: { method: "POST", path: "/v1/embedding/query" },
    mcp: false,
    input: z.strictObject({ text: z.string().trim().min(1).max(LETTERS_MAX) }),
    output: z.object({
      model: z.string(),
      revision: z.string(),
      dimension: z.int(),
      normalised: z.boolean(),
      vector: z.array(z.number()),
    }),
    examples: [{ title: "A question", input: { text: "How did net sales develop?" } }],
    async run({ signal }, { text }) {
      const [vector = new Float32Array()] = await embedder.embed([text], { signal });
      const { model, revision, dimension, normalised } = embedder;
      return { model, revision, dimension, normalised, vector: Array.from(vector) };
    },
  });
