import type { PageRecord } from "../../reports/index.ts";
import type { StatementTable } from "../table.ts";

/** How companies end their names. */
const LEGAL_FORM =
  /(?<![\p{L}\p{M}])(?:inc|incorporated|corp|corporation|company|co|plc|limited|ltd|llc|l\.p|lp|n\.v|nv|s\.a|sa|ag|se|gmbh|kgaa|s\.p\.a|spa|ab|asa|oyj|trust|bancorp|bancshares|holdings|group|fund|partners|international)(?![\p{L}\p{M}])\.?|株式会社|有限公司/iu;
const LETTERS_MAX = 70;
const PAGES_FIRST = 6;
const REGISTRANT = /exact name of (?:the )?registrant/i;

/** The company's name: on the cover of a filing, else what most often heads the pages around the statements. */
export function findCompanyName(
  pages: readonly PageRecord[],
  tables: readonly StatementTable[],
): string | null {
  return nameOnCover(pages) ?? nameAboveStatements(tables) ?? nameOnFirstPages(pages);
}

function nameOnCover(pages: readonly PageRecord[]): string | null {
  for (const { lines } of pages.slice(0, PAGES_FIRST)) {
    const at = lines.findIndex(({ text }) => REGISTRANT.test(text));
    if (at <= 0) continue;
    const above = lines[at - 1]?.text.trim() ?? "";
    const name = clean(above);
    if (name.length > 2) return name;
  }
  return null;
}

function nameAboveStatements(tables: readonly StatementTable[]): string | null {
  const counts = new Map<string, number>();
  for (const { candidate } of tables) {
    for (const { page } of candidate.segments) {
      for (const { text } of page.lines.slice(0, 6)) {
        const name = clean(text);
        if (isName(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

function nameOnFirstPages(pages: readonly PageRecord[]): string | null {
  const counts = new Map<string, number>();
  for (const { lines } of pages) {
    for (const { text } of [...lines.slice(0, 4), ...lines.slice(-3)]) {
      for (const piece of text.split(/\s{2,}|\s[|•]\s/)) {
        const name = clean(piece);
        if (isName(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

function isName(text: string): boolean {
  return (
    text.length <= LETTERS_MAX &&
    text.length >= 4 &&
    LEGAL_FORM.test(text) &&
    !NO_NAME.test(text) &&
    /^\p{Lu}/u.test(text)
  );
}

const NO_NAME =
  /statement|balance|report|income|notes|consolidated|parent company|\d{4}|group and company|the company|the group$/i;

function clean(text: string): string {
  return text
    .replace(/\s+and subsidiar(?:y|ies).*$/i, "")
    .replace(/annual report.*$/i, "")
    .replace(/\s{2,}.*$/, "")
    .replace(/[|•–—]\s*.*$/, "")
    .trim();
}
