import { setImmediate } from "node:timers/promises";
import { BUILT_IN_ENGINE, type Claim } from "../../answers/index.ts";
import type { Evidence, ExtractJson, Value } from "../artifacts/artifact.ts";
import { type FieldMapping, listFields, type NamedField } from "../builders/field-mapping.ts";
import type { FieldAsker } from "./ask-model.ts";
import { type FieldSource, noSourceReason, searchLabel, sourcesFor } from "./field-source.ts";
import { type FieldReading, fillByModel } from "./fill-by-model.ts";
import type { ModelAnswer } from "./model-answer.ts";
import { readBooleanField } from "./read-boolean.ts";
import { readFigureField } from "./read-figure.ts";
import { readListField } from "./read-list.ts";
import { readTableField } from "./read-table.ts";
import { readDateField, readTextField } from "./read-text.ts";
import { notFound, type Reading } from "./reading.ts";

export interface Extraction {
  extract_json: ExtractJson;
  evidence: Evidence[];
  /** By report: the claims behind the values, to be stored so that people can open them. */
  claims: Map<string, Claim[]>;
  /** The built-in reader, with the language model that was also asked or the reason why none was. */
  engine: string;
  answers: ModelAnswer[];
}

export interface ExtractionInput {
  signal: AbortSignal;
  /** Null when no language model is configured. */
  ask: FieldAsker | null;
}

/** At most this many reports of a company are searched for the same field. */
const SOURCES_MAX = 3;

/**
 * Reads every field from a company's reports, the newest first; a value that cannot be verified is null with
 * its reason.
 */
export async function extractFields(
  mapping: FieldMapping,
  sources: readonly FieldSource[],
  { signal, ask }: ExtractionInput,
): Promise<Extraction> {
  const readings: FieldReading[] = [];
  for (const named of listFields(mapping)) {
    // Reading blocks this thread; other requests are served between two fields.
    await setImmediate();
    signal.throwIfAborted();
    readings.push(readField(named, sources));
  }
  const answers = ask ? await fillByModel(readings, sources.slice(0, SOURCES_MAX), { ask, signal }) : [];
  const extraction: Extraction = {
    extract_json: {},
    evidence: [],
    claims: new Map(),
    engine: describeEngine(answers),
    answers,
  };
  for (const { named, reading, reportId } of readings) {
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

function describeEngine(answers: readonly ModelAnswer[]): string {
  const received = answers.filter(({ proposals, fallback }) => proposals.length > 0 || fallback === null);
  const models = [...new Set(received.map(({ engine }) => engine))];
  const failures = [...new Set(answers.flatMap(({ fallback }) => fallback ?? []))];
  const engine = [BUILT_IN_ENGINE, ...models].join(" + ");
  return failures.length === 0 ? engine : `${engine} (${failures.join("; ")})`;
}

function readField(named: NamedField, sources: readonly FieldSource[]): FieldReading {
  const { name, field } = named;
  let first: FieldReading | null = null;
  for (const selected of sourcesFor(field, sources).slice(0, SOURCES_MAX)) {
    const reading = readIn(searchLabel(name, field), field, selected);
    const result = { named, reading, reportId: selected.source.reportId };
    if (reading.found) return result;
    first ??= result;
  }
  return first ?? { named, reading: notFound(noSourceReason(field)), reportId: null };
}

function readIn(
  label: string,
  field: NamedField["field"],
  selected: ReturnType<typeof sourcesFor>[number],
): Reading {
  const { source } = selected;
  switch (field.type) {
    case "number":
    case "money":
    case "percent":
      return readFigureField(label, field, selected);
    case "table":
      return readTableField(label, source);
    case "list":
      return readListField(label, field, source);
    case "boolean":
      return readBooleanField(label, field, source);
    case "date":
      return readDateField(label, field, source);
    case "text":
      return readTextField(label, field, source);
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
