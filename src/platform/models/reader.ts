/** What the passage reader sees in one passage, with a question in mind. */
export interface PassageReading {
  /** How likely the passage answers the question, 0 to 1. */
  answers: number;
  /** How likely the answer is yes, if it is yes or no. */
  yes: number;
  /** The tokens of the passage in order, each with its place in the text. */
  tokens: readonly ReadToken[];
}

export interface ReadToken {
  start: number;
  end: number;
  /** The share of likelihood that the answer itself is here, and that the sentence or row that states it is. */
  answer: number;
  statement: number;
}

/** Reads passages with a question in mind: which of them answers it, and where. The same input gives the same output. */
export interface PassageReader {
  read: (
    question: string,
    passages: readonly string[],
    options?: { signal?: AbortSignal },
  ) => Promise<PassageReading[]>;
}
