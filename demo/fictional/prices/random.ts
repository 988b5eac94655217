import { createHash } from "node:crypto";

export interface Random {
  /** Evenly spread over 0 to 1. */
  uniform(): number;
  /** Spread like a bell around 0, with a standard deviation of 1. */
  normal(): number;
}

/** The same name gives the same numbers on every machine. */
export function createRandom(name: string): Random {
  let state = createHash("sha256").update(name).digest().readUInt32LE(0);
  const uniform = () => {
    // Mulberry32: small, fast and good enough for prices that nobody bets on.
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  // The sum of twelve even numbers is close to normal and needs no transcendental function.
  const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, part) => sum + part, -6);
  return { uniform, normal };
}
