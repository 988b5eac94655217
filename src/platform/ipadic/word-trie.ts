/** A double-array trie over the bytes of all words of a dictionary; a word ends where zero may follow. */
export interface WordTrie {
  base: Int32Array;
  check: Int32Array;
}

const ROOT = 0;
/** The bytes of a Chinese character in UTF-8: which ones the first may be, and the others. */
const HAN_BYTES = { first: listNumbers(0xe3, 0xe9), following: listNumbers(0x80, 0xbf) };

/** The number of every word that a text begins with. */
export function listWords(trie: WordTrie, text: string): { wordNo: number; length: number }[] {
  const found: { wordNo: number; length: number }[] = [];
  let node: number | null = ROOT;
  let length = 0;
  for (const character of text) {
    node = followText(trie, node, character);
    if (node === null) return found;
    length += character.length;
    const wordNo = endWord(trie, node);
    if (wordNo !== null) found.push({ wordNo, length });
  }
  return found;
}

/** The words made of one character and a Chinese one behind it. */
export function listPairs(trie: WordTrie, first: string): { second: string; wordNo: number }[] {
  const start = followText(trie, ROOT, first);
  if (start === null) return [];
  const lead = listNext(trie, start, HAN_BYTES.first);
  const inside = lead.flatMap(({ byte, node }) =>
    listNext(trie, node, HAN_BYTES.following).map((next) => ({ bytes: [byte, next.byte], node: next.node })),
  );
  return inside.flatMap(({ bytes, node }) =>
    listNext(trie, node, HAN_BYTES.following).flatMap((next) => {
      const wordNo = endWord(trie, next.node);
      const second = Buffer.from([...bytes, next.byte]).toString();
      return wordNo === null || !/^\p{Script=Han}$/u.test(second) ? [] : [{ second, wordNo }];
    }),
  );
}

function follow({ base, check }: WordTrie, node: number, byte: number): number | null {
  const next = (base[node] ?? 0) + byte;
  return check[next] === node ? next : null;
}

function followText(trie: WordTrie, from: number, text: string): number | null {
  let node: number | null = from;
  for (const byte of Buffer.from(text)) {
    if (node === null) return null;
    node = follow(trie, node, byte);
  }
  return node;
}

function listNext(trie: WordTrie, from: number, bytes: readonly number[]): { byte: number; node: number }[] {
  return bytes.flatMap((byte) => {
    const node = follow(trie, from, byte);
    return node === null ? [] : [{ byte, node }];
  });
}

/** The word that ends at a node; words are numbered downward from -1. */
function endWord(trie: WordTrie, node: number): number | null {
  const end = follow(trie, node, 0);
  return end === null ? null : -(trie.base[end] ?? 0) - 1;
}

function listNumbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
