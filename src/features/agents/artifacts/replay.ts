import { Failure } from "../../../kernel/errors.ts";
import type { Database } from "../../../platform/db/index.ts";
import type { Storage } from "../../../platform/storage/index.ts";
import { ReportCache } from "../../answers/index.ts";
import { type CompanyReport, findReportFacts, LAYOUT_VERSION } from "../../reports/index.ts";
import { repeatAnswers } from "../extraction/ask-model.ts";
import { reportPage } from "../html/report-page.ts";
import type { Provenance } from "./artifact.ts";
import {
  contentHash,
  dataBytes,
  differenceOf,
  EXTRACTION_VERSION,
  enginesOf,
  extractCompany,
  PAGE_VERSION,
} from "./make-artifact.ts";
import { type ArtifactRow, findAnyArtifact } from "./store.ts";

export type Replay =
  | { identical: true; sha256: string }
  | { identical: false; was: string; is: string | null; reasons: string[] };

const SHELF_BYTES_MAX = 256_000_000;

/** Recreates an artifact from the documents it was made from, and compares byte by byte. */
export async function replayArtifact(
  tools: { db: Database; storage: Storage },
  artifactId: string,
): Promise<Replay> {
  const artifact = await findAnyArtifact(tools.db, artifactId);
  if (!artifact) throw new Failure("artifact_not_found");
  const { provenance, content_sha256: was } = artifact;
  const cancelled = await findMissing(tools, provenance);
  if (cancelled.length > 0) return { identical: false, was, is: null, reasons: cancelled };
  const cache = new ReportCache(tools, SHELF_BYTES_MAX);
  // The language model's earlier answers are stored and verified again; the model is not asked again.
  const ask = provenance.language_model ? repeatAnswers(provenance.language_model) : null;
  const extracting = { signal: new AbortController().signal, ask };
  const made = [];
  for (const company of provenance.company_list) {
    const reports = provenance.documents
      .filter(({ svc_entity_id }) => svc_entity_id === company.svc_entity_id)
      .map(toReport);
    made.push(await extractCompany(cache, provenance.field_mapping, { company, reports }, extracting));
  }
  const [first] = made;
  const bytes =
    artifact.agent_type === "report" || !first
      ? reportPage({ provenance, companies: made })
      : dataBytes(first);
  const is = contentHash(bytes);
  if (is === was) return { identical: true, sha256: is };
  return {
    identical: false,
    was,
    is,
    reasons: explain(artifact, { now: first?.extract_json ?? {}, engine: enginesOf(made) }),
  };
}

async function findMissing(
  { db, storage }: { db: Database; storage: Storage },
  { documents }: Provenance,
): Promise<string[]> {
  const reasons: string[] = [];
  for (const { report_id, title, extract_sha256 } of documents) {
    if (!(await findReportFacts(db, report_id))) reasons.push(`The report ${report_id} (${title}) is gone.`);
    else if ((await storage.size(extract_sha256)) === null)
      reasons.push(
        `The text of ${report_id} (${title}) as it was read then is gone; the report has been read again since.`,
      );
  }
  return reasons;
}

function toReport(document: Provenance["documents"][number]): CompanyReport {
  const {
    report_id,
    svc_entity_id,
    title,
    publish_date,
    fiscal_year,
    fiscal_period,
    file_sha256,
    extract_sha256,
  } = document;
  return {
    report_id,
    account_id: null,
    file_title: title,
    file_title_en: title,
    file_name: "",
    file_sha256,
    extract_sha256,
    svc_entity_id,
    language: null,
    fiscal_year,
    fiscal_period,
    publish_date,
    created_at: "",
  };
}

/** Versions first: if they differ, they are the reason. */
function explain(
  { provenance, extract_json }: ArtifactRow,
  { now, engine }: { now: ArtifactRow["extract_json"]; engine: string },
): string[] {
  const current: Record<string, string> = {
    extraction: EXTRACTION_VERSION,
    layout: LAYOUT_VERSION,
    page: PAGE_VERSION,
  };
  const reasons = Object.entries(provenance.engine_versions)
    .filter(([part, version]) => current[part] !== version)
    .map(([part, version]) => `${part} was ${version} and is ${current[part] ?? "gone"}.`);
  if (provenance.engine !== engine) reasons.push(`The reader was ${provenance.engine} and is ${engine}.`);
  if (extract_json) {
    for (const { group, field, old, new: value } of differenceOf(extract_json, now ?? {}))
      reasons.push(`${group}.${field} was ${JSON.stringify(old)} and is ${JSON.stringify(value)}.`);
  }
  return reasons.length > 0
    ? reasons
    : ["The values are the same; positions or texts of the evidence differ."];
}
