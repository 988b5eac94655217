/**
 * Writes `prepared-rows.gz`: the demo companies as the rows that loading them gives, so that a first start need not
 * compute them. To be run after a change of the lists, or of how names are folded and indexed:
 *
 *   node demo/companies/build-rows.ts
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { demoCompaniesVersion, loadDemoLists } from "../../src/features/companies/demo-companies.ts";
import { prepareCompanies } from "../../src/features/companies/loading/prepared-companies.ts";
import {
  migrate,
  openDatabase,
  packTables,
  readMigrations,
  startEmbedded,
} from "../../src/platform/db/index.ts";

const PROJECT = path.resolve(import.meta.dirname, "../..");
const demo = path.join(PROJECT, "demo");
const folder = mkdtempSync(path.join(os.tmpdir(), "florin-prepare-"));
// The embedded server runs as another user when this script runs as root.
chmodSync(folder, 0o755);
const server = await startEmbedded(path.join(folder, "data"));
const options = { connectionsMax: 6, statementSecondsMax: 600, applicationName: "florin-prepare" };
const db = openDatabase(server.address, options);
await migrate(db, readMigrations(path.join(PROJECT, "migrations")));
const { added } = await loadDemoLists(db, demo);
const packed = packTables(await prepareCompanies(db, demoCompaniesVersion(demo)));
writeFileSync(path.join(import.meta.dirname, "prepared-rows.gz"), packed);
console.log(`${added} companies, ${(packed.length / 1e6).toFixed(1)} MB`);
await db.close();
await server.stop();
rmSync(folder, { recursive: true });
