/** Builders of the demo account, so that the first list and outputs calls return something. */
import { deriveId } from "../../../kernel/ids.ts";
import { TEMPLATES } from "./templates.ts";

const TESSANDRAL = "ent_qpi4neyotut5";
const OSTRELLIS = "ent_2ltowocmh7a2";
const HALDREWICK = "ent_xckoduopjuz2";
const TARQUESSA = "ent_lc2dmqlumiwb";
const PELORINE = "ent_yznxtcescjdc";

function mappingOf(id: string) {
  const template = TEMPLATES.find((one) => one.id === id);
  if (!template) throw new Error(`there is no template ${id}`);
  return template.field_mapping;
}

export const DEMO_BUILDERS = [
  {
    builder_id: deriveId("bld", "demo income statements"),
    name: "Income statements",
    description: "Revenue to earnings per share of five demo companies, with the page of every figure.",
    field_mapping: mappingOf("income_statement"),
    companies: [TESSANDRAL, OSTRELLIS, HALDREWICK, TARQUESSA, PELORINE],
    subscriptions: [
      {
        agent_category: "AgentBuilder-Data",
        subscription_name: "Every morning",
        schedule_cron_expression: "0 6 * * *",
      },
      {
        agent_category: "AgentBuilder-Report",
        subscription_name: "Mondays",
        schedule_cron_expression: "0 7 * * 1",
      },
    ],
  },
  {
    builder_id: deriveId("bld", "demo balance sheets and risks"),
    name: "Balance sheets and risks",
    description: "What three demo companies own and owe, and which risks they name.",
    field_mapping: { ...mappingOf("balance_sheet"), ...mappingOf("risk_factors") },
    companies: [TESSANDRAL, HALDREWICK, TARQUESSA],
    subscriptions: [
      {
        agent_category: "AgentBuilder-Data",
        subscription_name: "First of the month",
        schedule_cron_expression: "0 5 1 * *",
      },
    ],
  },
] as const;

/** The demo has one artifact of each kind per company of a builder; its id is deterministic. */
export const demoArtifactId = (artifact: {
  builder_id: string;
  agent_type: string;
  svc_entity_id: string | null;
}): string =>
  deriveId(
    "out",
    `${artifact.builder_id} ${artifact.agent_type} ${artifact.svc_entity_id ?? "all companies"}`,
  );
