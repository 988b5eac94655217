import { z } from "zod";

/** A sentence by a model, with the pages it cites. Its numbers may be references in braces. */
export interface CitedSentence {
  text: string;
  pages: number[];
  /** The steps it cites, where it is about replies of operations. */
  steps: number[];
}

const SENTENCES_MAX = 20;
const LETTERS_MAX = 1_200;
const PAGES_MAX = 20;
/** What may arrive before a sentence is complete; a model that exceeds it is not read on. */
const WAITING_MAX = 20_000;

const Line = z.object({
  sentence: z.string().min(2).max(LETTERS_MAX),
  pages: z.array(z.int().positive()).max(PAGES_MAX).default([]),
  steps: z.array(z.int().positive()).max(PAGES_MAX).default([]),
});

/** Reads sentences while they are being written: each JSON object with a sentence, whatever surrounds it. */
export class SentenceReader {
  #text = "";
  #read = 0;
  #count = 0;

  /** The sentences that this piece completes. */
  push(piece: string): CitedSentence[] {
    this.#text += piece;
    if (this.#text.length - this.#read > WAITING_MAX || !piece.includes("}")) return [];
    const found: CitedSentence[] = [];
    for (const object of this.#completeObjects()) {
      const line = Line.safeParse(parse(object)).data;
      if (!line || this.#count >= SENTENCES_MAX) continue;
      this.#count++;
      found.push({ text: tidy(line.sentence), pages: [...new Set(line.pages)], steps: line.steps });
    }
    return found;
  }

  /** What a model wrote that does not keep to JSON: sentences that cite their pages in brackets. */
  readPlain(): CitedSentence[] {
    return this.#count > 0 || /^\s*(?:```|[{[])/.test(this.#text) ? [] : readCited(this.#text);
  }

  /** The innermost objects: a list of sentences may be inside another one. */
  #completeObjects(): string[] {
    const objects: string[] = [];
    let open = -1;
    for (let at = this.#read; at < this.#text.length; at++) {
      const letter = this.#text[at];
      if (letter === '"' && open >= 0) at = endOfString(this.#text, at);
      else if (letter === "{") open = at;
      else if (letter === "}" && open >= 0) {
        objects.push(this.#text.slice(open, at + 1));
        this.#read = at + 1;
        open = -1;
      }
    }
    return objects;
  }
}

/** The place of the quotation mark that closes a string; the end of the text while there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const CITATION = /\[\s*\d+(?:\s*[,;]\s*\d+)*\s*\]/g;

function readCited(text: string): CitedSentence[] {
  return splitAtCitations(text)
    .flatMap((piece) => {
      const pages = [...piece.matchAll(CITATION)].flatMap(([one]) => one.match(/\d+/g)?.map(Number) ?? []);
      const sentence = tidy(piece.replace(CITATION, ""));
      if (pages.length === 0 || sentence.length < 2 || sentence.length > LETTERS_MAX) return [];
      return [{ text: sentence, pages: [...new Set(pages)].slice(0, PAGES_MAX), steps: [] }];
    })
    .slice(0, SENTENCES_MAX);
}

/** One line that ends with a full stop. */
function tidy(text: string): string {
  const line = text
    .replace(/\s+/g, " ")
    .replace(/\s+([.,;:!?])/g, "$1")
    .trim();
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** "Sales rose. [1]" and "Sales rose [1]." end in the same place. */
function splitAtCitations(text: string): string[] {
  return text
    .replace(/([.!?])\s*((?:\[[\d,;\s]+\]\s*)+)/g, " $2$1")
    .split(/(?<=\]\s*[.!?])\s+|\n+/)
    .map((piece) => piece.trim())
    .filter(Boolean);
}
