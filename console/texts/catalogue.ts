import type { english } from "./en/index.ts";

/** Every text of the console. Another language is another value of this shape. */
export type Texts = typeof english;
