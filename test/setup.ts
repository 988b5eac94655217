import { afterAll } from "vitest";
import { cleanUp } from "./cleanup.ts";

// Registered here because a hook that is set within a test never runs.
afterAll(cleanUp);
