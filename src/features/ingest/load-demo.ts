import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Database } from "../../platform/db/index.ts";
import { loadDemoCompanies } from "../companies/index.ts";
import { findLoadedVersion, recordLoad } from "./store.ts";

/** The files the demo companies come from; their hash is the version, so an upgrade loads what changed. */
const COMPANY_FILES = ["companies/companies.jsonl.gz", "fictional/companies.json"];

/** Loads the demo data once; a later start only looks whether the files are still the same. */
export async function loadDemo(
  db: Database,
  demoFolder: string,
  progress: (step: string) => void,
): Promise<void> {
  const files = COMPANY_FILES.map((file) => path.join(demoFolder, file));
  const version = hashFiles(files);
  if ((await findLoadedVersion(db, "demo companies")) === version) return;
  progress("loading the demo companies");
  const { added, changed, unchanged, rejected } = await loadDemoCompanies(db, demoFolder);
  if (rejected > 0) throw new Error(`${rejected} of the demo companies were refused`);
  await recordLoad(db, "demo companies", version);
  progress(`${(added + changed + unchanged).toLocaleString("en-US")} demo companies are in`);
}

function hashFiles(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
