import { readFileSync } from "node:fs";

/** Of the package, which names it once. */
export const { version: VERSION } = JSON.parse(
  readFileSync(new URL("../package.json", import.meta.url), "utf8"),
) as { version: string };
