import { english } from "./en/index.ts";

/** Every text of the console. Another language is another value of this shape. */
export type Texts = typeof english;

const CATALOGUES: Record<string, Texts> = { en: english };

export const texts: Texts = CATALOGUES[navigator.language.slice(0, 2)] ?? english;
