import { random } from "../service/made-up-text.ts";

const DIMENSION = 384;
const TOPICS = 2_000;
/** How far the vectors of one topic are from its middle; passages of one subject have a cosine of about 0.8. */
const SPREAD = 0.5;

function randomVector(): Float32Array {
  return unit(Float32Array.from({ length: DIMENSION }, () => random() - 0.5));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((part) => part / length);
}

let topics: Float32Array[] | undefined;

/** A vector near one of many topics, as those of real passages are: vectors without any order have no neighbours. */
export function madeUpVector(): Float32Array {
  topics ??= Array.from({ length: TOPICS }, randomVector);
  const topic = topics[Math.floor(random() * TOPICS)] ?? randomVector();
  const noise = randomVector();
  return unit(topic.map((part, at) => part + SPREAD * (noise[at] ?? 0)));
}
