/**
 * How often a company is found by a name in Cyrillic, Greek or Korean when only its Latin name is loaded.
 *
 *   node bench/companies/transliteration.ts
 */
import path from "node:path";
import { readCompanyFile } from "../../src/features/companies/demo-companies.ts";
import { loadCompanies } from "../../src/features/companies/index.ts";
import { makeLookup } from "../../src/features/companies/lookup.ts";
import { withDatabase } from "./bench-database.ts";

const SCRIPTS = ["Cyrillic", "Greek", "Hangul"] as const;
const { source, companies } = readCompanyFile(
  path.join(import.meta.dirname, "../../demo/companies/companies.jsonl.gz"),
);

await withDatabase(async (db) => {
  const latin = companies.map((company) => ({
    ...company,
    other_names: (company.other_names ?? []).filter(({ name }) => /\p{Script=Latin}/u.test(name)),
  }));
  await loadCompanies(db, source, latin);
  const lookUp = makeLookup(db);
  const rows = [];
  for (const script of SCRIPTS) {
    const isScript = new RegExp(`\\p{Script=${script}}`, "u");
    const questions = companies.flatMap(({ svc_entity_id, other_names = [] }) =>
      other_names.filter(({ name }) => isScript.test(name)).map(({ name }) => ({ svc_entity_id, name })),
    );
    let [first, sureAndWrong] = [0, 0];
    for (const { svc_entity_id, name } of questions) {
      const [found] = await lookUp({ name });
      if (found?.svc_entity_id === svc_entity_id) first++;
      else if ((found?.match_score ?? 0) >= 0.5) sureAndWrong++;
    }
    rows.push({ script, names: questions.length, first, sureAndWrong });
  }
  console.table(rows);
});
