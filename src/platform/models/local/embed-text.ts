import type { LoadedModel } from "./load-model.ts";

const TOKENS_MAX = 512;

export async function embedText({ tokenizer, run }: LoadedModel, text: string): Promise<Float32Array> {
  const all = tokenizer.encode(text).ids;
  const last = all.at(-1);
  const ids = all.length > TOKENS_MAX && last !== undefined ? [...all.slice(0, TOKENS_MAX - 1), last] : all;
  const hidden = await run(ids, new Array<number>(ids.length).fill(0));
  return meanOfTokens(hidden, ids.length);
}

/** The mean of the token vectors, normalised to length 1. */
function meanOfTokens(hidden: Float32Array, tokens: number): Float32Array {
  const dimension = hidden.length / tokens;
  const mean = new Float32Array(dimension);
  for (let at = 0; at < hidden.length; at++) {
    const place = at % dimension;
    mean[place] = (mean[place] ?? 0) + (hidden[at] ?? 0);
  }
  const length = Math.hypot(...mean) || 1;
  return mean.map((part) => part / length);
}
