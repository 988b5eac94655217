import { z } from "zod";
import { Failure } from "../../../kernel/errors.ts";
import { defineOperation } from "../../../kernel/operation.ts";
import { type Viewer, viewerOf } from "../../../kernel/viewer.ts";
import type { Database } from "../../../platform/db/index.ts";
import { SECTION_KINDS, type SectionKind } from "../indexing/section-kind.ts";
import { compareSentences, type Sentence, sentencesIn } from "./compare-sentences.ts";
import { type ComparedReport, findComparedReport, findPreviousReport, listSectionTexts } from "./store.ts";

const PlacedSentence = z.object({ text: z.string(), page: z.int() });

const ReportFacts = z.object({
  report_id: z.string(),
  title: z.string(),
  fiscal_year: z.int().nullable(),
  publish_date: z.iso.date().nullable(),
});

const Changes = z.object({
  section: z.enum(SECTION_KINDS),
  counts: z.object({ added: z.int(), removed: z.int(), changed: z.int(), unchanged: z.int() }),
  added: z.array(PlacedSentence),
  removed: z.array(PlacedSentence).describe("Pages are those of the earlier report"),
  changed: z.array(
    z.object({
      before: PlacedSentence,
      after: PlacedSentence,
      similarity: z.number().describe("From 0.5 to 1"),
    }),
  ),
});

export const showChanges = ({ db }: { db: Database }) =>
  defineOperation({
    id: "search.changes",
    errors: ["report_not_found"],
    summary: "What changed against last year's report",
    guide:
      "Compares a report with the previous one of the same company and type, section by section: sentences that were " +
      "added, removed or changed. For risk factors choose section risk_factors.",
    scope: "reports:read",
    effect: "read",
    price: 3,
    perSecond: 5,
    rest: { method: "POST", path: "/v1/search/changes" },
    mcp: false,
    input: z.strictObject({
      report_id: z.string().min(1).max(60),
      against: z.string().min(1).max(60).optional().describe("Another report; the previous one when absent"),
      section: z.array(z.enum(SECTION_KINDS)).min(1).max(SECTION_KINDS.length).optional(),
      limit: z.int().min(1).max(500).default(100).describe("Sentences per list; counts are complete"),
    }),
    output: z.object({
      report: ReportFacts,
      against: ReportFacts.nullable().describe("Null when there is no earlier report to compare with"),
      sections: z.array(Changes),
    }),
    examples: [{ title: "A demo report", input: { report_id: "rep_vujzjgh7sqyi", limit: 20 } }],
    async run({ caller, signal }, { report_id, against, section, limit }) {
      const viewer = viewerOf(caller);
      const report = await requireReport(db, viewer, report_id);
      const earlier =
        against === undefined
          ? await findPreviousReport(db, viewer, report)
          : await requireReport(db, viewer, against);
      if (!earlier) return { report: describe(report), against: null, sections: [] };
      const [before, after] = await Promise.all([
        readSections(db, earlier.report_id),
        readSections(db, report.report_id),
      ]);
      const sections = [...new Set(section ?? SECTION_KINDS)].filter(
        (kind) => before.has(kind) || after.has(kind),
      );
      const compared: z.input<typeof Changes>[] = [];
      for (const kind of sections) {
        const { added, removed, changed, unchanged } = await compareSentences(
          before.get(kind) ?? [],
          after.get(kind) ?? [],
          signal,
        );
        compared.push({
          section: kind,
          counts: { added: added.length, removed: removed.length, changed: changed.length, unchanged },
          added: added.slice(0, limit),
          removed: removed.slice(0, limit),
          changed: changed.slice(0, limit),
        });
      }
      return { report: describe(report), against: describe(earlier), sections: compared };
    },
  });

async function requireReport(db: Database, viewer: Viewer, reportId: string): Promise<ComparedReport> {
  const report = await findComparedReport(db, viewer, reportId);
  if (!report) throw new Failure("report_not_found");
  return report;
}

const describe = ({ report_id, file_title: title, fiscal_year, publish_date }: ComparedReport) => ({
  report_id,
  title,
  fiscal_year,
  publish_date,
});

/** Sentences by section; tables change every year and are compared as statements. */
async function readSections(db: Database, reportId: string): Promise<Map<SectionKind, Sentence[]>> {
  const sections = new Map<SectionKind, Sentence[]>();
  for (const { section, heading, page, text } of await listSectionTexts(db, reportId)) {
    const known = sections.get(section) ?? [];
    for (const sentence of sentencesIn(text, heading)) known.push({ text: sentence, page });
    sections.set(section, known);
  }
  return sections;
}
