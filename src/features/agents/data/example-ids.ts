import { deriveId } from "../../../kernel/ids.ts";
import { DEMO_BUILDERS } from "./demo-builders.ts";

const [builder] = DEMO_BUILDERS;

/** What the examples of the operations name: things of the demo account, so that they work in a fresh installation. */
export const EXAMPLE_IDS = {
  builder: builder.builder_id,
  subscription: deriveId("sub", `${builder.builder_id} ${builder.subscriptions[0].subscription_name}`),
  dataArtifact: "out_m7uhibywfstuc3ix",
  reportArtifact: "out_e6qsip74t4pp5ung",
  /** The demo has no run: put the id in that `agents.run` answered. */
  run: "run_aaaaaaaaaaaaaaaa",
} as const;
