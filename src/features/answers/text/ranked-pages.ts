import type { PageRecord } from "../../reports/index.ts";
import type { TextContext } from "./text-context.ts";

/** The pages nearest to the question, the nearest first. */
export function rankedPages({ report, ranked }: Pick<TextContext, "report" | "ranked">): PageRecord[] {
  const byNumber = new Map(report.pages.map((page) => [page.page, page]));
  return ranked.flatMap((number) => byNumber.get(number) ?? []);
}
