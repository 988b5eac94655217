/** Models: text embeddings computed on this machine; text by a language model, if one is configured. */
export type { Embedder } from "./embedder.ts";
export {
  type LanguageModel,
  LanguageModelDown,
  type ModelMessage,
  type ModelTool,
  type ToolCall,
  type Writing,
} from "./language-model.ts";
export { openLanguageModel } from "./language-providers.ts";
export { openLocalModels } from "./local/index.ts";
export type { PassageReader, PassageReading } from "./reader.ts";
