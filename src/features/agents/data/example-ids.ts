import { deriveId } from "../../../kernel/ids.ts";
import { DEMO_BUILDERS, demoArtifactId } from "./demo-builders.ts";

const [builder] = DEMO_BUILDERS;

/**
 * The ids used in the operations' examples: objects of the demo account, so that examples work in a fresh
 * installation.
 */
export const EXAMPLE_IDS = {
  builder: builder.builder_id,
  subscription: deriveId("sub", `${builder.builder_id} ${builder.subscriptions[0].subscription_name}`),
  dataArtifact: demoArtifactId({
    builder_id: builder.builder_id,
    agent_type: "data",
    svc_entity_id: builder.companies[0],
  }),
  reportArtifact: demoArtifactId({
    builder_id: builder.builder_id,
    agent_type: "report",
    svc_entity_id: null,
  }),
  /** The demo has no run: use the id that `agents.run` returned. */
  run: "run_aaaaaaaaaaaaaaaa",
} as const;
