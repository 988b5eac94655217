interface Hit {
  report_id: string;
  title: string;
  page: number;
  snippet: string;
}

/** Fewer words are the line at the top of a page, the labels of a chart or the end of a sentence. */
const WORDS_MIN = 6;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];

/** Whether a passage says something beyond the names of its report and its company, which are near to any question. */
function saysMore({ snippet, title }: Hit, names: readonly string[]): boolean {
  const known = new Set([title, ...names].flatMap(wordsOf));
  return wordsOf(snippet).filter((word) => !known.has(word)).length >= WORDS_MIN;
}

/** The nearest pages of passages, each once; those with a passage to read come first. */
export function choosePages<T extends Hit>(hits: readonly T[], names: readonly string[], count: number): T[] {
  const first = hits.filter((hit) => saysMore(hit, names));
  const pages = new Map<string, T>();
  for (const hit of [...first, ...hits]) {
    const page = `${hit.report_id} ${hit.page}`;
    if (!pages.has(page)) pages.set(page, hit);
  }
  return [...pages.values()].slice(0, count);
}
