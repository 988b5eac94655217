/** Models: vectors for text, computed on this machine. */
export type { Embedder } from "./embedder.ts";
export { openGteSmall } from "./gte-small/index.ts";
