import type { RequestTerm } from "./request.ts";
import { tokensOf } from "./roots.ts";

const PREPOSITION = /\s(?:of|for|in|on|to|from|with|by|at)\s/i;
const AND = /\s(?:and|or)\s|[,;&/–—]/;
/** What a heading is about is the word before these. */
const EMPTY_HEAD =
  /\s(?:factors?|matters?|issues?|overview|summary|discussion|update|information|highlights?)$/i;

/**
 * The share of what is asked for that headings, one a line, have. "Product safety" and "safety of products" are about
 * safety, and not about products.
 */
export function headingShare(headings: string, named: readonly RequestTerm[]): number {
  const roots = new Set(headings.split("\n").flatMap((heading) => askedRoots(heading, named)));
  return named.filter((term) => isIn(term, roots)).length / Math.max(1, named.length);
}

function askedRoots(heading: string, named: readonly RequestTerm[]): string[] {
  const [subject = ""] = heading.split(PREPOSITION);
  const heads = subject.split(AND).flatMap((part) => rootsOf(part.trim().replace(EMPTY_HEAD, "")).slice(-1));
  const isAsked = heads.some((head) => named.some(({ wordings }) => wordings[0]?.roots.includes(head)));
  return isAsked ? rootsOf(heading) : [];
}

const rootsOf = (text: string) => tokensOf(text).map(({ root }) => root);

const isIn = ({ wordings }: RequestTerm, roots: ReadonlySet<string>) =>
  wordings[0]?.roots.every((root) => roots.has(root)) ?? false;
