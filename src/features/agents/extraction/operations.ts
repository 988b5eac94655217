import { z } from "zod";
import { defineOperation } from "../../../kernel/operation.ts";
import { viewerOf } from "../../../kernel/viewer.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { LanguageModel } from "../../../platform/models/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import type { ReportCache } from "../../answers/index.ts";
import { requireReadReport } from "../../reports/index.ts";
import { ExtractJson, LinkedEvidence } from "../artifacts/artifact.ts";
import { compareEvidence } from "../artifacts/compare-evidence.ts";
import { FieldMapping } from "../builders/field-mapping.ts";
import { readingCredits } from "../runs/plan-run.ts";
import { extractFields } from "./extract-fields.ts";
import { openSource } from "./field-source.ts";
import { openAsker } from "./open-asker.ts";

export interface TryTools {
  db: Database;
  storage: Storage;
  languageModel: LanguageModel | null;
  reportCache: ReportCache;
}

const MODEL_SECONDS_MAX = 50;

export const tryFields = (tools: TryTools) => {
  const { reportCache: cache } = tools;
  return defineOperation({
    id: "agents.try",
    summary: "Try a field mapping on one report",
    guide:
      "What a builder with these fields would read from this report, with the source of every value, before it is " +
      "saved. Nothing is stored, so the evidence has a page and a box but no link.",
    scope: "agents:write",
    effect: "read",
    price: {
      most: ({ field_mapping }) => readingCredits(field_mapping),
      about: "1 credit per ten fields, like a data run for one company",
    },
    perSecond: 2,
    rest: { method: "POST", path: "/v1/agent_builder/try" },
    mcp: false,
    input: z.strictObject({ field_mapping: FieldMapping, report_id: z.string().min(1).max(60) }),
    output: z.object({
      report_id: z.string(),
      extract_json: ExtractJson,
      evidence: z.array(LinkedEvidence),
      engine: z.string().describe("The engine that read it; if the language model failed, why"),
    }),
    errors: ["report_not_found", "report_not_ready", "file_not_readable"],
    examples: [
      {
        title: "Two fields of a demo report",
        input: {
          report_id: "rep_vujzjgh7sqyi",
          field_mapping: {
            Income: {
              revenue: { label: "Total revenue", type: "money", unit: "million" },
              gross_margin: { label: "Gross margin", type: "percent" },
            },
          },
        },
      },
    ],
    async run({ caller, signal, use }, { field_mapping, report_id }) {
      const report = await requireReadReport(tools.db, viewerOf(caller), report_id);
      const source = openSource(await cache.open(report), report);
      const { accountId } = caller;
      const ask = await openAsker(tools, { accountId, secondsMax: MODEL_SECONDS_MAX });
      const extracting = { signal, ask };
      const extraction = await extractFields(field_mapping, [source], extracting);
      const { extract_json, engine } = extraction;
      const claims = (extraction.claims.get(report_id) ?? []).map((claim) => ({ ...claim, report_id }));
      const companyOf = new Map([[report_id, report.svc_entity_id]]);
      const evidence = await compareEvidence(tools.db, extraction.evidence, { claims, companyOf });
      use(readingCredits(field_mapping));
      // A claim's URL works only once the claim is stored, and a trial stores nothing.
      const unlinked = evidence.map((one) => ({ ...one, claim_ids: [], link: null }));
      return { report_id, extract_json, evidence: unlinked, engine };
    },
  });
};
