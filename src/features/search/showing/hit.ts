import { z } from "zod";
import type { Viewer } from "../../../kernel/viewer.ts";
import { claimId, claimLink, type NewClaim } from "../../claims/index.ts";
import { findReportType } from "../../reference/index.ts";
import { SECTION_KINDS, type SectionKind } from "../indexing/section-kind.ts";
import type { Term } from "../query/read-query.ts";
import type { PassageDetails } from "../store.ts";
import { characterStart } from "./character-start.ts";
import { makeSnippet } from "./snippet.ts";

/** A passage as every search shows it. */
export const PassageHit = z
  .object({
    passage_id: z.string(),
    report_id: z.string(),
    title: z.string(),
    svc_entity_id: z.string().nullable(),
    company_name: z.string().nullable(),
    report_type: z.string(),
    publish_date: z.iso.date().nullable(),
    fiscal_year: z.int().nullable(),
    fiscal_period: z.string().nullable(),
    language: z.string().nullable(),
    own: z.boolean().describe("Uploaded by your account and visible only to it"),
    fictional: z.boolean(),
    page: z.int(),
    section: z.enum(SECTION_KINDS),
    section_path: z.array(z.string()).describe("The headings above it, outermost first"),
    kind: z.enum(["text", "table"]),
    snippet: z.string(),
    highlights: z.array(z.array(z.int())).describe("Start and end of each matching word in `snippet`"),
    box: z.array(z.number()).describe("left, top, right, bottom in points from the page's top-left corner"),
    score: z.number().describe("From 0 to 1, comparable within one answer"),
    claim_id: z.string(),
    url: z.string().describe("The page of the report with the passage marked"),
  })
  .meta({ id: "PassageHit" });
export type PassageHit = z.input<typeof PassageHit>;

export interface HitOptions {
  terms: readonly Term[];
  baseUrl: string;
  linkKey: Buffer;
  viewer: Viewer;
}

const QUOTE_LETTERS_MAX = 600;

/** The claim of a passage: the same id for everyone who finds it. */
export function passageClaim(passage: PassageDetails): NewClaim & { report_id: string } {
  const { report_id, file_sha256, page, box, heading, text } = passage;
  const document = { reportId: report_id, sha256: file_sha256 };
  return {
    claim_id: claimId(document, ["passage", page, box, text]),
    report_id,
    document_sha256: file_sha256,
    page,
    box,
    label: pathOf(heading).at(-1) ?? "",
    value: null,
    unit: null,
    scale: "one",
    period: null,
    quote: text.slice(0, characterStart(text, QUOTE_LETTERS_MAX)),
  };
}

export function describePassage(
  passage: PassageDetails & { score: number },
  { terms, baseUrl, linkKey, viewer }: HitOptions,
): PassageHit {
  const own = passage.account_id !== null;
  const { claim_id } = passageClaim(passage);
  const snippet = makeSnippet(passage.text, terms);
  return {
    passage_id: `${passage.report_id}#${passage.passage_no}`,
    report_id: passage.report_id,
    title: passage.file_title,
    svc_entity_id: passage.svc_entity_id,
    company_name: passage.company_name,
    report_type: findReportType(passage.report_type_id)?.lv3_name ?? passage.report_type_id,
    publish_date: passage.publish_date,
    fiscal_year: passage.fiscal_year,
    fiscal_period: passage.fiscal_period,
    language: passage.language,
    own,
    fictional: passage.fictional,
    page: passage.page,
    // Written by the indexer, which knows no other.
    section: passage.section as SectionKind,
    section_path: pathOf(passage.heading),
    kind: passage.kind,
    snippet: snippet.text,
    highlights: snippet.highlights,
    box: passage.box,
    score: Number(passage.score.toFixed(4)),
    claim_id,
    url: `${baseUrl}${claimLink(linkKey, { claimId: claim_id, viewer: own ? viewer : null })}`,
  };
}

function pathOf(heading: string | null): string[] {
  return heading?.split(" > ") ?? [];
}
