/** Replies of operations as evidence for sentences: prices, articles, companies, answers about reports. */
import type { Evidence } from "../claims/evidence.ts";
import { isInstruction } from "./word-support.ts";

/** The reply of an operation that was run for an answer. */
export interface StepReply {
  /** From 1, as sentences cite it. */
  number: number;
  operation_id: string;
  input: object;
  data: unknown;
}

/** One thing of a reply, with what is known about it from the reply around it. */
export interface StepRecord {
  /** Its own texts, and the names and dates around it. */
  texts: string[];
  evidence: Evidence[];
}

const DEPTH_MAX = 6;
const RECORDS_MAX = 500;
const YEAR = /\b(?:19|20)\d{2}\b/;
/** What says nothing: identifiers, and what was asked. A question is no evidence for itself. */
const SAYS_NOTHING = /(?:_id|_sha256|link|url|box|hash|cursor|request_params|question|query)$/;
const SENTENCE_END = /(?<=[.!?][”"’')\]]*)\s+(?=[\p{Lu}“"‘(•$€£])/u;

interface Around {
  texts: string[];
  year: number | null;
  currency: string | null;
}

export function listRecords({ data, input }: Pick<StepReply, "data" | "input">): StepRecord[] {
  const records: StepRecord[] = [];
  const around: Around = { texts: stringsOf(input), year: null, currency: null };
  collect(data, around, { records, depth: 0 });
  return records;
}

function collect(data: unknown, around: Around, found: { records: StepRecord[]; depth: number }): void {
  const { records, depth } = found;
  if (typeof data !== "object" || data === null || depth > DEPTH_MAX || records.length >= RECORDS_MAX) return;
  if (Array.isArray(data)) {
    for (const item of data) collect(item, around, { records, depth: depth + 1 });
    return;
  }
  const fields = Object.entries(data).filter(([name]) => !SAYS_NOTHING.test(name));
  const own = describe(fields, around);
  const names = fields.map(([name]) => name.replaceAll("_", " "));
  records.push({
    texts: [...own.texts, ...names],
    evidence: fields.flatMap(([name, value]) => evidenceOf(name, value, own)),
  });
  for (const [, value] of fields) collect(value, own, { records, depth: depth + 1 });
}

/** What the fields of an object say about everything inside it. */
function describe(fields: readonly [string, unknown][], around: Around): Around {
  const strings = fields.flatMap(([, value]) =>
    typeof value === "string" && !isInstruction(value) ? value : [],
  );
  const lists = fields.flatMap(([, value]) => (Array.isArray(value) ? stringsOf(value) : []));
  const dated = fields.find(([name, value]) => /date|period|year|day/.test(name) && YEAR.test(String(value)));
  const currency = fields.find(([name]) => name === "currency")?.[1];
  return {
    texts: [...around.texts, ...strings, ...lists],
    year: dated ? Number(YEAR.exec(String(dated[1]))?.[0]) : around.year,
    currency: typeof currency === "string" ? currency : around.currency,
  };
}

function evidenceOf(name: string, value: unknown, { year, currency }: Around): Evidence[] {
  if (typeof value === "string")
    return isInstruction(value)
      ? []
      : value.split(SENTENCE_END).map((text) => ({ kind: "text" as const, text }));
  if (typeof value !== "number") return [];
  const isPercent = /percent|pct|share_of|_return$/.test(name);
  return [
    {
      kind: "cell",
      page: 0,
      row: -1,
      column: -1,
      label: name.replace(/_(?:usd|eur)$/, "").replaceAll("_", " "),
      year,
      value,
      scale: 1,
      isPercent,
      currency: /_usd$/.test(name) ? "USD" : (currency ?? ""),
      others: [],
      head: "",
      isLatest: true,
      isTotal: false,
      change: null,
    },
  ];
}

function stringsOf(data: object): string[] {
  return Object.values(data).flatMap((value) =>
    typeof value === "string" && !isInstruction(value) ? value : [],
  );
}
