import { openPdfReader } from "../index.ts";

/** A minimal service whose child gets stuck. The test kills it and checks what it leaves behind. */
const [file = ""] = process.argv.slice(2);
const reader = openPdfReader({
  transform: { module: new URL("./stuck-transform.ts", import.meta.url), parse: (result) => result },
  workersMax: 1,
  cpuSecondsMax: 600,
  pageCpuSecondsMax: 600,
  memoryMegabytesMax: 4_000,
  pagesMax: 10,
  charactersMax: 1_000_000,
  pixelsMax: 1_000_000,
});
await reader.read(file);
