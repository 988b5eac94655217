import { Failure } from "../../kernel/errors.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import type { Database } from "../../platform/db/index.ts";
import type { PdfReader } from "../../platform/pdf/index.ts";
import type { Storage } from "../../platform/storage/index.ts";
import { type PageRecord, type PageSummary, readPages, requireReadReport } from "../reports/index.ts";
import { type ClaimRow, findClaim } from "./store.ts";

export interface ClaimPageTools {
  db: Database;
  storage: Storage;
  pdf: PdfReader<PageSummary>;
}

/** The page a claim was read from, and the position of the number on it. */
export interface ClaimPage {
  claim: ClaimRow;
  title: string;
  drawing: PageRendering;
  /** The box as fractions of the page width and height: left, top, right, bottom. */
  box: [number, number, number, number];
}

/** A PDF page as an image; for an HTML report, which has no pages, its words in their layout. */
export type PageRendering = { png: Uint8Array } | Pick<PageRecord, "width" | "height" | "words">;

const DPI = 110;
const POINTS_PER_INCH = 72;

/**
 * Renders a claim for a viewer who may read its report, or for anyone when it is public; the file is found by its hash, so the page cannot have changed.
 */
export async function renderClaim(
  tools: ClaimPageTools,
  claimId: string,
  viewer: Viewer | null,
): Promise<ClaimPage> {
  const claim = await findClaim(tools.db, claimId);
  if (!claim) throw new Failure("claim_not_found");
  const report = await requireReadReport(tools.db, viewer, claim.report_id).catch((error) => {
    // A claim on a hidden report looks the same as a missing one.
    if (error instanceof Failure && error.code === "report_not_found") throw new Failure("claim_not_found");
    throw error;
  });
  const { drawing, width, height } =
    report.content_type === "text/html"
      ? await findLaidOutPage(tools, report.extract_sha256, claim.page)
      : await renderPage(tools, claim);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = claim.box;
  const box: ClaimPage["box"] = [x0 / width, y0 / height, x1 / width, y1 / height];
  return { claim, title: report.file_title, drawing, box };
}

interface RenderedPage {
  drawing: PageRendering;
  /** In points. */
  width: number;
  height: number;
}

async function renderPage(tools: ClaimPageTools, claim: ClaimRow): Promise<RenderedPage> {
  const rendered = await tools.storage.withLocalFile(claim.file_sha256, (file) =>
    tools.pdf.renderPage(file, claim.page, { dpi: DPI }),
  );
  if (rendered.outcome === "failed") throw new Failure("file_not_readable", { detail: rendered.detail });
  return {
    drawing: { png: rendered.png },
    width: (rendered.width * POINTS_PER_INCH) / DPI,
    height: (rendered.height * POINTS_PER_INCH) / DPI,
  };
}

async function findLaidOutPage(
  tools: ClaimPageTools,
  extractSha256: string,
  number: number,
): Promise<RenderedPage> {
  for await (const page of readPages(tools.storage, extractSha256)) {
    if (page.page !== number) continue;
    const { width, height, words } = page;
    return { drawing: { width, height, words }, width, height };
  }
  throw new Failure("claim_not_found");
}
