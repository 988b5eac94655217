const RUN_MIN = 2;

/**
 * The heads of columns without what several of them share: a title or a head over several columns is read into each.
 * A single shared word stays, as in "Share capital" and "Share premium".
 */
export function cleanHeads(heads: readonly string[]): string[] {
  const all = heads.map((head) => head.split(/\s+/).filter((word) => word !== ""));
  return all.map((words, at) => {
    const others = all.filter((_, other) => other !== at);
    let own = words;
    for (;;) {
      const { start, length } = longestShared(own, others);
      if (length < RUN_MIN || length === own.length) return own.join(" ");
      own = own.toSpliced(start, length);
    }
  });
}

function longestShared(
  words: readonly string[],
  others: readonly (readonly string[])[],
): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  for (const other of others)
    for (const start of words.keys())
      for (const from of other.keys()) {
        let length = 0;
        while (start + length < words.length && words[start + length] === other[from + length]) length++;
        if (length > best.length) best = { start, length };
      }
  return best;
}
