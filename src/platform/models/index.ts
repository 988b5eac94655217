/** Models: vectors for text, computed on this machine; text written by a language model, where one is configured. */
export type { Embedder } from "./embedder.ts";
export { openGteSmall } from "./gte-small/index.ts";
export { type LanguageModel, LanguageModelDown } from "./language-model.ts";
export { openLanguageModel } from "./language-providers.ts";
