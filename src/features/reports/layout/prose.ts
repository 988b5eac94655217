/** The words that a page uses, in small letters; gathered only once a word divided at a line's end asks. */
export class Vocabulary {
  readonly #lines: readonly { text: string }[];
  /** With a space on both sides of each word: few words are ever asked for, so that no set of them pays. */
  #words: string | null = null;

  constructor(lines: readonly { text: string }[]) {
    this.#lines = lines;
  }

  has(word: string): boolean {
    this.#words ??= ` ${this.#lines.map(({ text }) => text).join(" ")} `.toLowerCase();
    return this.#words.includes(` ${word} `);
  }
}

/**
 * One text from the lines of a paragraph, with words that were divided at the end of a line made whole; and
 * where in it each line begins.
 */
export function joinLines(
  lines: readonly { text: string }[],
  vocabulary: Vocabulary,
): { text: string; starts: number[] } {
  let text = "";
  const starts: number[] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1]?.text ?? "";
    if (isDivided(before, line.text)) {
      if (!isCompound(before, line.text, vocabulary)) text = text.slice(0, -1);
    } else if (at > 0 && !isUnspaced(before, line.text)) text += " ";
    starts.push(text.length);
    text += line.text;
  }
  return { text, starts };
}

function isDivided(before: string, after: string): boolean {
  return before.endsWith("-") && /\p{L}/u.test(before.at(-2) ?? "") && /^\p{Ll}/u.test(after);
}

/**
 * A hyphen at the end of a line may be part of the word ("long-" "term") or not ("opera-" "tions"). Parts that
 * the page uses as words of their own make a compound; anything else was divided only because the line was full.
 */
function isCompound(before: string, after: string, vocabulary: Vocabulary): boolean {
  const first = (before.split(" ").at(-1) ?? "").slice(0, -1).toLowerCase();
  const second = (after.split(" ", 1)[0] ?? "").toLowerCase().replace(/[.,;:)]+$/, "");
  if (first.includes("-") || vocabulary.has(`${first}-${second}`)) return true;
  return vocabulary.has(first) && vocabulary.has(second) && !vocabulary.has(first + second);
}

/** Chinese and Japanese lines are joined without a space. */
function isUnspaced(before: string, after: string): boolean {
  const wide = /[\u3000-\u30ff\u3400-\u9fff]/;
  return wide.test(before.at(-1) ?? "") && wide.test(after.at(0) ?? "");
}
