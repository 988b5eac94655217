import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { zstdDecompressSync } from "node:zlib";

/**
 * The data folder that version 0.1.0 left: an account with 50,000 credits of which 10 were spent, a key, two companies
 * and one report that was uploaded.
 */
export const OLD_DATA = {
  key: "flr_live_hoP1rLwJE42LjhnVpMLXrwu14BXvnBNcQxk3",
  balance: { available: 49_990, held: 0, spent: 10, granted: 50_000 },
  reportId: "rep_tlxvpaakjkqbjcsc",
  question: "How many people were employed?",
  answer: "1,204",
};

/** Returns the folder. */
export function unpackOldData(into: string): string {
  const archive = zstdDecompressSync(readFileSync("test/data/data-folder-0.1.0.tar.zst"));
  execFileSync("tar", ["x", "-C", into], { input: archive });
  return path.join(into, "data");
}
