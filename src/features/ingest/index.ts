/** Ingest: how data comes in, from the demo to the public registers. Owns `ingest_load`. */
export { type DemoKey, ensureDemoAccount } from "./demo-account.ts";
export { loadDemo } from "./load-demo.ts";
