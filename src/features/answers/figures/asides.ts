import type { Token } from "./question-tokens.ts";

/** Brackets that only repeat, name the source or say "as a %" are not part of the computation. */
export function stripParentheticals(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token || isFiller(token)) continue;
    if (token.kind === "sign" && token.sign === "(") {
      const end = closing(tokens, at);
      const inside = end > at ? tokens.slice(at + 1, end) : [];
      if (end > at && isParenthetical(kept.at(-1), inside)) {
        preferDefined(kept, inside);
        at = end;
        continue;
      }
    }
    kept.push(token);
  }
  return kept;
}

/** "Days payable outstanding (DPO)", where DPO is what the question defines. */
function preferDefined(kept: Token[], inside: readonly Token[]): void {
  const [only] = inside;
  const before = kept.at(-1);
  if (only?.kind === "term" && only.meaning.kind === "defined" && before?.kind === "term")
    kept[kept.length - 1] = only;
}

function isFiller(token: Token): boolean {
  return token.kind === "name" || (token.kind === "term" && token.meaning.kind === "statement");
}

function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind !== "sign") continue;
    if (token.sign === "(") depth += 1;
    if (token.sign === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function isParenthetical(before: Token | undefined, inside: readonly Token[]): boolean {
  const reported = inside.filter((token) => !isFiller(token));
  if (reported.length === 0) return true;
  const [first] = reported;
  if (first?.kind === "word" && first.word === "using")
    return reported.slice(1).every((token) => token.kind === "term");
  // After a term a bracket with nothing to compute says the same in other words.
  const afterTerm = before?.kind === "term" || (before?.kind === "word" && before.word === "ratio");
  return (
    afterTerm &&
    reported.length === 1 &&
    (first?.kind === "term" || (first?.kind === "word" && first.word === "percent_of"))
  );
}
