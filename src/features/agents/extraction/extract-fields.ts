import type { Claim } from "../../answers/index.ts";
import type { Evidence, ExtractJson, Value } from "../artifacts/artifact.ts";
import { type FieldMapping, listFields, type NamedField } from "../builders/field-mapping.ts";
import { type FieldSource, noSourceReason, sourcesFor } from "./field-source.ts";
import { readFigureField } from "./read-figure.ts";
import { readTableField } from "./read-table.ts";
import { readWordsField } from "./read-words.ts";
import type { Reading } from "./reading.ts";

export interface Extraction {
  extract_json: ExtractJson;
  evidence: Evidence[];
  /** By report: what the values rest on, to be kept so that people can open it. */
  claims: Map<string, Claim[]>;
}

/** More reports than this of one company are not asked for the same field. */
const SOURCES_ASKED_MAX = 3;

/** Reads every field from a company's reports, the newest first; what does not verify is null with its reason. */
export function extractFields(mapping: FieldMapping, sources: readonly FieldSource[]): Extraction {
  const extraction: Extraction = { extract_json: {}, evidence: [], claims: new Map() };
  for (const named of listFields(mapping)) {
    const { reading, reportId } = readField(named, sources);
    const value: Value = reading.found ? reading.value : null;
    const group = extraction.extract_json[named.group] ?? {};
    extraction.extract_json[named.group] = { ...group, [named.name]: value };
    extraction.evidence.push(evidenceOf(named, reading, reportId));
    if (!reading.found || reportId === null) continue;
    const claims = extraction.claims.get(reportId) ?? [];
    extraction.claims.set(reportId, [...claims, ...reading.claims]);
  }
  return extraction;
}

interface FieldReading {
  reading: Reading;
  reportId: string | null;
}

function readField({ name, field }: NamedField, sources: readonly FieldSource[]): FieldReading {
  const label = field.label ?? name.replaceAll("_", " ");
  let first: FieldReading | null = null;
  for (const asked of sourcesFor(field, sources).slice(0, SOURCES_ASKED_MAX)) {
    const reading = readIn(label, field, asked);
    const result = { reading, reportId: asked.source.reportId };
    if (reading.found) return result;
    first ??= result;
  }
  const reason = noSourceReason(field);
  return first ?? { reading: { found: false, reason, verdict: "not_found" }, reportId: null };
}

function readIn(
  label: string,
  field: NamedField["field"],
  asked: ReturnType<typeof sourcesFor>[number],
): Reading {
  switch (field.type) {
    case "number":
    case "money":
    case "percent":
      return readFigureField(label, field, asked);
    case "table":
      return readTableField(label, asked.source);
    default:
      return readWordsField(label, field, asked.source);
  }
}

function evidenceOf({ group, name }: NamedField, reading: Reading, reportId: string | null): Evidence {
  const common = { group, field: name, report_id: reportId };
  if (reading.found) return { ...common, value: reading.value, reason: null, ...reading.about };
  return {
    ...common,
    value: null,
    verdict: reading.verdict,
    reason: reading.reason,
    confidence: 0,
    unit: null,
    period: null,
    page: null,
    box: null,
    quote: null,
    claim_ids: [],
    expression: null,
    operands: [],
  };
}
