/** Turns text into a vector. The same text always gives the same vector, whatever else is embedded with it. */
export interface Embedder {
  /** For example `florin-retriever`; stored with every vector, since vectors of two models cannot be compared. */
  model: string;
  revision: string;
  dimension: number;
  /** Whether vectors have length 1, so that a dot product is a cosine. */
  normalised: boolean;
  embed: (texts: readonly string[], options?: EmbedOptions) => Promise<Float32Array[]>;
  /** A question's vector in the space of a model, named with its revision; null if that model is not available. */
  embedAs: (model: string, text: string) => Promise<Float32Array | null>;
}

export interface EmbedOptions {
  signal?: AbortSignal;
  /** Background texts never delay interactive ones; interactive is the default. */
  priority?: "interactive" | "background";
}
