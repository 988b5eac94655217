import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { defineOperation } from "../../../kernel/operation.ts";
import { type Guide, readGuides } from "./index.ts";

/** The guides as an operation, so that a model can look up how the service works. */
export const readGuide = () => {
  // Read for the first caller: starting the service must not wait for it.
  let guides: Guide[] | null = null;
  return defineOperation({
    id: "reference.guide",
    summary: "Read the documentation of this service",
    guide: "How the service works: concepts, recipes, limits. Without topic, lists the topics.",
    scope: "reference:read",
    effect: "read",
    price: 0,
    perSecond: 10,
    rest: { method: "GET", path: "/v1/constant/guide" },
    mcp: { tool: "guide" },
    input: z.strictObject({ topic: z.string().max(60).optional() }),
    output: z.object({
      topics: z.array(z.object({ topic: z.string(), title: z.string() })),
      text: z.string().nullable().describe("Markdown; null without topic"),
    }),
    examples: [
      { title: "What a claim is", input: { topic: "concepts/claims" } },
      { title: "All topics", input: {} },
    ],
    async run(_context, { topic }) {
      guides ??= readGuides();
      const found = guides.find(({ name }) => name === topic);
      if (topic !== undefined && !found)
        throw new Failure("invalid_input", {
          detail: `topic: expected one of ${guides.map(({ name }) => name).join(", ")}`,
        });
      const topics = found ? [] : guides.map(({ name, title }) => ({ topic: name, title }));
      return { topics, text: found?.text ?? null };
    },
  });
};
