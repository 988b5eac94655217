import { afterAll } from "vitest";
import { cleanUp } from "./cleanup.ts";

// Here and not where things are opened: a hook that is set within a test is never run.
afterAll(cleanUp);
