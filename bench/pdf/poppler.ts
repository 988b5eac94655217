import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 1_000_000_000;
const ENTITIES: Record<string, string> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&#39;": "'",
  "&amp;": "&",
};

export async function hasPoppler(): Promise<boolean> {
  return run("pdftotext", ["-v"]).then(
    () => true,
    () => false,
  );
}

/** Runs `pdftotext -bbox`, the comparison for speed and for words, into a file: taking its output would cost us. */
export async function writeBoxes(file: string, output: string): Promise<void> {
  await run("pdftotext", ["-bbox", file, output]);
}

export function wordsByPage(boxes: string): string[][] {
  return boxes
    .split("<page ")
    .slice(1)
    .map((page) =>
      [...page.matchAll(/<word [^>]*>([^<]*)<\/word>/g)].map(([, text = ""]) =>
        text.replace(/&(?:lt|gt|quot|apos|amp|#39);/g, (entity) => ENTITIES[entity] ?? entity),
      ),
    );
}

/** One page as `pdftotext -layout` prints it, a table row to a line. */
export async function readLayout(file: string, page: number): Promise<string> {
  const only = ["-f", String(page), "-l", String(page)];
  return (await run("pdftotext", ["-layout", ...only, file, "-"], { maxBuffer: OUTPUT_BYTES_MAX })).stdout;
}
