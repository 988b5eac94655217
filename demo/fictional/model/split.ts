/** Splits an integer by weights so that the parts add up to it exactly (largest remainder; ties go to the earlier part). */
export function splitInteger(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (sum <= 0) throw new Error("weights must add up to something");
  const exact = weights.map((weight) => (Math.abs(total) * weight) / sum);
  const parts = exact.map(Math.floor);
  const missing = Math.abs(total) - parts.reduce((a, b) => a + b, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, missing)) parts[index] = (parts[index] ?? 0) + 1;
  // Adding zero turns -0 into 0, which would otherwise be printed with a sign.
  return parts.map((part) => (total < 0 ? -part : part) + 0);
}

/** Rounds half away from zero, as printed accounts do. */
export function roundHalfUp(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value)) + 0;
}
