import type { Translation } from "./complete.ts";
import type { english } from "./en/index.ts";

export type English = typeof english;

/** Every text of the console. Another language is another value of this shape; what it lacks is English. */
export type Texts = { [Area in keyof English]: Translation<English[Area]> };
