import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { defineOperation } from "../../../kernel/operation.ts";
import type { Database } from "../../../platform/db/index.ts";
import { CompanyReference } from "../company-reference.ts";
import { VISIBILITIES, viewerOf } from "../owner.ts";
import { AGENT_CATEGORIES, listSubscriptions, type SubscriptionRow } from "../subscriptions/store.ts";
import { FieldMapping } from "./field-mapping.ts";
import { type BuilderRow, listBuilders } from "./store.ts";

export const BUILDERS_MAX = 500;

export const Builder = z
  .object({
    id: z.string().describe("The agent_id of agents.outputs"),
    name: z.string(),
    description: z.string().nullable(),
    visibility: z.enum(VISIBILITIES).describe("Who sees it: its owner, or everyone in the account"),
    field_mapping: FieldMapping,
    created_at: z.string(),
    company_list: z.array(CompanyReference),
    subscriptions: z.array(
      z.object({
        ag_sub_id: z.string(),
        agent_category: z.enum(AGENT_CATEGORIES),
        subscription_name: z.string(),
        schedule_cron_expression: z.string(),
      }),
    ),
  })
  .meta({ id: "AgentBuilder" });

export function describeBuilder(
  row: BuilderRow,
  subscriptions: readonly SubscriptionRow[],
): z.input<typeof Builder> {
  return {
    id: row.builder_id,
    name: row.name,
    description: row.description,
    visibility: row.visibility,
    field_mapping: row.field_mapping,
    created_at: row.created_at,
    company_list: row.company_list,
    subscriptions: subscriptions
      .filter(({ builder_id }) => builder_id === row.builder_id)
      .map(({ subscription_id, agent_category, subscription_name, schedule_cron_expression }) => ({
        ag_sub_id: subscription_id,
        agent_category,
        subscription_name,
        schedule_cron_expression,
      })),
  };
}

export const listOwnBuilders = (db: Database) =>
  defineOperation({
    id: "agents.list",
    summary: "List your active agent builders",
    guide:
      "Your own active agent builders, latest first: what fields each extracts, its companies and subscriptions. " +
      "The id is the agent_id of agents.outputs.",
    scope: "agents:read",
    effect: "read",
    price: 0,
    perSecond: 2,
    rest: { method: "GET", path: "/v1/agent_builder/list", reply: "bare" },
    mcp: { tool: "agent_builders" },
    input: z.strictObject({
      include_shared: z
        .boolean()
        .or(z.stringbool())
        .default(false)
        .describe("Include builders shared by others in the account"),
    }),
    output: z.array(Builder),
    errors: ["builder_not_found"],
    examples: [
      { title: "Your own", input: {} },
      { title: "And those others share with you", input: { include_shared: true } },
    ],
    async run({ caller }, { include_shared }) {
      const page = { includeShared: include_shared, most: BUILDERS_MAX };
      const builders = await listBuilders(db, viewerOf(caller), page);
      if (builders.length === 0) throw new Failure("builder_not_found");
      const ids = builders.map(({ builder_id }) => builder_id);
      const subscriptions = await listSubscriptions(db, ids, { paused: false });
      return builders.map((builder) => describeBuilder(builder, subscriptions));
    },
  });
