/** How Japanese words are read: the nouns and names of the dictionary IPADIC. */

/** A word at some place of a text. */
export interface WordReading {
  /** How many characters of the text it takes. */
  length: number;
  /** In katakana. */
  kana: string;
}

/** The words that begin at a place of a text, each with every reading it has. */
export type ListReadings = (text: string, at: number) => WordReading[];

/** Loaded when first wanted, and then kept: most services never read a Japanese name, and the words take 75 MB. */
export async function loadReadings(): Promise<ListReadings> {
  const { listReadings } = await import("./dictionary.ts");
  return listReadings;
}
