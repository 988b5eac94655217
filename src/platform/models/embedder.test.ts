import { afterAll, expect, it } from "vitest";
import { openGteSmall } from "./index.ts";

const embedder = openGteSmall({ threads: 1 });
afterAll(() => embedder.close());

const TEXT = "Revenue grew by 12 % to 1,234 million euros.";
const OTHERS = ["x", "Net income per share, basic and diluted ".repeat(60), "決算短信", "0.1 -0.2 1e9"];

// With 8-bit weights a batch shares one scale: a vector would then depend on its neighbours.
it("gives the same text the same vector, whatever else is embedded with it", {
  timeout: 60_000,
}, async () => {
  const [alone] = await embedder.embed([TEXT]);
  const together = await embedder.embed([...OTHERS, TEXT, ...OTHERS]);
  const [, atOnce] = await Promise.all([embedder.embed(OTHERS), embedder.embed([TEXT])]);
  expect(together[OTHERS.length]).toEqual(alone);
  expect(atOnce?.[0]).toEqual(alone);
  expect(Math.hypot(...(alone ?? []))).toBeCloseTo(1, 5);
});
