import { z } from "zod";
import { Day } from "../../kernel/day.ts";
import { parseJson } from "../../kernel/parse-json.ts";
import type { NewFact } from "./store.ts";

/** Longer than any real value, and short enough to index. */
const word = z.string().max(200);

const Entry = z.object({
  start: Day.optional(),
  end: Day,
  val: z.number(),
  accn: word.min(1),
  fy: z.int().min(1_000).max(9_999).nullish(),
  fp: word.nullish(),
  form: word,
  filed: Day,
});
type Entry = z.output<typeof Entry>;

const Concept = z.object({
  label: z.string().nullish(),
  units: z.record(word, z.array(z.unknown())),
});

const CompanyFacts = z.object({
  cik: z
    .int()
    .positive()
    .or(z.string().regex(/^\d{1,10}$/)),
  entityName: z.string().nullish(),
  facts: z.record(word, z.record(word, Concept)),
});

export interface ReadFacts {
  cik: string;
  facts: Omit<NewFact, "svc_entity_id">[];
  concepts: { taxonomy: string; concept: string; label: string }[];
  faults: { place: string; reason: string }[];
}

/**
 * A file of SEC `companyfacts`, or what is wrong with the whole file. Single unreadable figures are listed
 * separately.
 */
export function readCompanyFacts(text: string): ReadFacts | string {
  const parsed = CompanyFacts.safeParse(parseJson(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `not in the SEC's format: ${issue?.path.join(".") || "the file"} ${issue?.message ?? ""}`;
  }
  const result: ReadFacts = {
    cik: String(parsed.data.cik).padStart(10, "0"),
    facts: [],
    concepts: [],
    faults: [],
  };
  const reported: { taxonomy: string; concept: string; unit: string; entry: Entry }[] = [];
  for (const [taxonomy, concepts] of Object.entries(parsed.data.facts))
    for (const [concept, { label, units }] of Object.entries(concepts)) {
      result.concepts.push({ taxonomy, concept, label: label ?? concept });
      for (const [unit, entries] of Object.entries(units))
        reported.push(...readEntries({ taxonomy, concept, unit }, entries, result.faults));
    }
  const fiscalYears = assignFiscalYears(reported.map(({ entry }) => entry));
  result.facts = dropRepeated(reported.map(({ entry, ...where }) => toFact(where, entry, fiscalYears)));
  return result;
}

function readEntries<Where extends { concept: string }>(
  where: Where,
  entries: readonly unknown[],
  faults: ReadFacts["faults"],
): (Where & { entry: Entry })[] {
  return entries.flatMap((raw, index) => {
    const entry = Entry.safeParse(raw);
    const isBackwards = entry.success && entry.data.start !== undefined && entry.data.start > entry.data.end;
    if (entry.success && !isBackwards) return [{ ...where, entry: entry.data }];
    const [issue] = entry.error?.issues ?? [];
    const reason = isBackwards
      ? "the period ends before it starts"
      : `${issue?.path.join(".")} ${issue?.message}`;
    faults.push({ place: `${where.concept}[${index}]`, reason });
    return [];
  });
}

/**
 * Each filing repeats earlier periods under its own fiscal year. Its latest period has that year; the others are as
 * many years earlier as their end dates are.
 */
function assignFiscalYears(entries: readonly Entry[]): Map<string, string> {
  const newest = new Map<string, string>();
  for (const { accn, start, end } of entries)
    if (start !== undefined && end > (newest.get(accn) ?? "")) newest.set(accn, end);
  return newest;
}

const DAY = 86_400_000;

function toFact(
  where: { taxonomy: string; concept: string; unit: string },
  { start, end, val, accn, fy, fp, form, filed }: Entry,
  newest: ReadonlyMap<string, string>,
): Omit<NewFact, "svc_entity_id"> {
  const last = newest.get(accn) ?? end;
  const yearsBefore = Math.round((Date.parse(last) - Date.parse(end)) / DAY / 365.25);
  const days = start === undefined ? 0 : (Date.parse(end) - Date.parse(start)) / DAY;
  return {
    ...where,
    period_start: start ?? null,
    period_end: end,
    value: val,
    fiscal_year: fy == null ? null : fy - Math.max(0, yearsBefore),
    // The form's period applies to its own latest figures; a full year is one wherever it is repeated.
    fiscal_period: days > 300 ? "FY" : (fp ?? null),
    form,
    accession: accn,
    filed,
  };
}

function dropRepeated<F extends Omit<NewFact, "svc_entity_id">>(facts: readonly F[]): F[] {
  const keyOf = (fact: F) =>
    [fact.taxonomy, fact.concept, fact.unit, fact.period_start, fact.period_end, fact.accession].join("|");
  return [...new Map(facts.map((fact) => [keyOf(fact), fact])).values()];
}
