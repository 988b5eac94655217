/** Words by their letters, so that what begins alike is read once. */
export interface WordTree {
  /** The letter that leads here; empty at the root. */
  letter: string;
  depth: number;
  next: Map<string, WordTree>;
  /** The word that ends here. */
  word: string | null;
  /** Letters of the longest word from here on, counted from the root. */
  lettersMax: number;
}

export function growTree(words: Iterable<string>): WordTree {
  const root = makeNode("", 0);
  for (const word of words) {
    let node = root;
    for (const letter of word) {
      node.lettersMax = Math.max(node.lettersMax, word.length);
      const next = node.next.get(letter) ?? makeNode(letter, node.depth + 1);
      node.next.set(letter, next);
      node = next;
    }
    node.lettersMax = Math.max(node.lettersMax, word.length);
    node.word = word;
  }
  return root;
}

/** Where some letters lead from a place in the tree; nothing where no word has them. */
export function descend(node: WordTree, letters: string): WordTree | undefined {
  let at: WordTree | undefined = node;
  for (const letter of letters) at = at?.next.get(letter);
  return at;
}

function makeNode(letter: string, depth: number): WordTree {
  return { letter, depth, next: new Map(), word: null, lettersMax: 0 };
}
