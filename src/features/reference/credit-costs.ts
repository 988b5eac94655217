import { z } from "zod";
import { type AnyOperation, defineOperation, pathTemplate } from "../../kernel/operation.ts";

const CreditCost = z
  .object({
    operation_id: z.string(),
    method: z.string(),
    path: z.string(),
    summary: z.string(),
    scope: z.string(),
    credits: z.int().nullable().describe("Fixed price; null when the cost depends on the call"),
    about: z.string().nullable().describe("How a variable cost is computed"),
    requests_per_second: z.number(),
  })
  .meta({ id: "CreditCost" });

/** The price list, generated from the operations so that it cannot differ from what is charged. */
export const listCreditCosts = (operations: () => readonly AnyOperation[]) =>
  defineOperation({
    id: "reference.credit_costs",
    summary: "List what each operation costs",
    guide: "Every operation with its price in credits, its scope and its rate limit. Free of charge.",
    scope: "reference:read",
    effect: "read",
    price: 0,
    perSecond: 50,
    rest: { method: "GET", path: "/v1/constant/credit_costs", cache: "etag" },
    mcp: false,
    input: z.strictObject({}),
    output: z.object({ credit_costs: z.array(CreditCost) }),
    examples: [{ title: "The price list", input: {} }],
    run: async () => ({
      credit_costs: operations().map(({ id, rest, summary, scope, price, perSecond }) => ({
        operation_id: id,
        method: rest.method,
        path: pathTemplate(rest.path),
        summary,
        scope,
        credits: typeof price === "number" ? price : null,
        about: typeof price === "number" ? null : price.about,
        requests_per_second: perSecond,
      })),
    }),
  });
