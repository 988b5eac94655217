import type { PageRecord } from "../../reports/index.ts";
import type { StatementTable } from "../table.ts";
import { LEGAL_FORM } from "./legal-forms.ts";
import { findNameInText } from "./name-in-text.ts";

/** Every word of a name begins with a capital or a digit, but for those that join others. */
const NAME_WORD = /^(?:[\p{Lu}\p{N}&(“"'].*|of|and|the|de|la|du|des|für|und|y|&|\p{Ll}{1,4}\p{Lu}.*)$/u;
const NO_NAME = new RegExp(
  String.raw`statement|balance|report|income(?!\s(?:fund|trust)\b)|notes|consolidated|\d{4}` +
    "|^(?:total|other|parent|our|each|the company|the group|company|group|dividends|holding" +
    String.raw`|registered|annual|shareholder)\b` +
    "|chapter|committee|financial|limited by shares",
  "iu",
);
const LETTERS_MAX = 70;
const LETTERS_MIN = 4;
const COVER_PAGES = 6;
const PAGES_MAX = 60;
const EDGE_LINES = 5;
const CANDIDATES_MAX = 25;
/** "Muller & Sons and Subsidiaries": what has subsidiaries is a company, even without a legal form. */
const SUBSIDIARIES = /\s(?:and|&)\s+(?:its\s+)?(?:consolidated\s+)?subsidiar(?:y|ies)\b/iu;
const REGISTRANT = /exact name of (?:the )?(?:registrant|company)/i;

/** The company's name: where the cover of a filing gives it, else whose statements they are, else the name that most pages have. */
export function findCompanyName(
  pages: readonly PageRecord[],
  tables: readonly StatementTable[],
): string | null {
  return nameOnCover(pages) ?? findNameInText(pages) ?? mostFrequent(pages, candidateNames(pages, tables));
}

function nameOnCover(pages: readonly PageRecord[]): string | null {
  for (const { lines } of pages.slice(0, COVER_PAGES)) {
    const at = lines.findIndex(({ text }) => REGISTRANT.test(text));
    const name = at > 0 ? clean(lines[at - 1]?.text ?? "") : "";
    if (name.length > 2 && !/^[_\W\d]+$/.test(name)) return name;
  }
  return null;
}

/** What looks like the name of a company at the edges of the first pages and of the statements. */
function candidateNames(pages: readonly PageRecord[], tables: readonly StatementTable[]): string[] {
  const own = tables.flatMap(({ candidate }) => candidate.segments.map(({ page }) => page));
  const lines = [
    ...own.flatMap((page) => edgeLines(page)),
    ...pages.slice(0, COVER_PAGES).flatMap((page) => page.lines.map(({ text }) => text)),
    ...pages.slice(0, PAGES_MAX).flatMap((page) => edgeLines(page)),
  ];
  const names = new Map<string, string>();
  for (const line of lines) {
    for (const piece of line.split(/\s{2,}|\s[|•–—]\s|,\s(?=a\s)|:\s/)) {
      const name = clean(piece);
      const isNamed = isName(name) || (SUBSIDIARIES.test(piece) && isNameOf(name));
      if (isNamed && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
      if (names.size >= CANDIDATES_MAX) return [...names.values()];
    }
  }
  return [...names.values()];
}

function edgeLines({ lines }: PageRecord): string[] {
  return [...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)].map(({ text }) => text);
}

const LONGER_SHARE_MIN = 0.2;

/** The name most pages have; in full where it is also printed shorter. */
function mostFrequent(pages: readonly PageRecord[], names: readonly string[]): string | null {
  const texts = pages.slice(0, PAGES_MAX).map(({ text }) => text.toLowerCase());
  const counted = names.map((name) => {
    const lower = name.toLowerCase();
    return { name, lower, count: texts.filter((text) => text.includes(lower)).length };
  });
  const [best] = counted.toSorted((a, b) => b.count - a.count);
  if (!best) return null;
  const longer = counted
    .filter(({ lower, count }) => lower.includes(best.lower) && count >= best.count * LONGER_SHARE_MIN)
    .toSorted((a, b) => b.name.length - a.name.length);
  return (longer[0] ?? best).name;
}

function isName(text: string): boolean {
  if (!LEGAL_FORM.test(text) || !isNameOf(text)) return false;
  return text.includes(" ") || /株式会社|有限公司/.test(text);
}

/** Set like a name, with or without a legal form. */
function isNameOf(text: string): boolean {
  if (text.length > LETTERS_MAX || text.length < LETTERS_MIN || NO_NAME.test(text)) return false;
  return text.split(/\s+/).every((word) => NAME_WORD.test(word) || LEGAL_FORM.test(word));
}

function clean(text: string): string {
  return (
    text
      // "灯台飲料株式会社は…": a sentence about the company.
      .replace(/(?<=.(?:株式会社|有限公司))[はがのをに、,。].*$/u, "")
      .replace(new RegExp(`${SUBSIDIARIES.source}.*$`, "iu"), "")
      .replace(/\s*(?:annual report|form 10-k).*$/iu, "")
      .replace(/\s*\((?:the|formerly|“|").*$/iu, "")
      .replace(/[*†‡\s]+$/u, "")
      .trim()
  );
}
