import { OperatorError } from "../../kernel/operator-error.ts";

/** The raw text of an element, with the line it starts on. */
export interface JsonElement {
  line: number;
  text: string;
}

const ELEMENT_LENGTH_MAX = 20_000_000;

/**
 * Reads the objects of the first array in a JSON file one by one, at any depth: memory is limited to one object,
 * however large the file is. Validating an object is left to its reader.
 */
export async function* readJsonArray(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<JsonElement> {
  const decoder = new TextDecoder();
  const scanner = new ElementScanner();
  for await (const piece of bytes) yield* scanner.take(decoder.decode(piece, { stream: true }));
  yield* scanner.take(decoder.decode());
  if (scanner.isInside) throw new OperatorError("The file ends in the middle of its list: it is incomplete.");
}

/** Finds the start and end of objects by their braces; strings are skipped, whatever they contain. */
class ElementScanner {
  #buffer = "";
  #at = 0;
  #line = 1;
  #phase: "before" | "inside" | "after" = "before";
  #depth = 0;
  #start = 0;
  #startLine = 1;
  readonly #tokens = /["{}[\]\n]/g;

  get isInside(): boolean {
    return this.#phase === "inside";
  }

  *take(text: string): Generator<JsonElement> {
    this.#buffer += text;
    for (let end = this.#findEnd(); end !== null; end = this.#findEnd())
      yield { line: this.#startLine, text: this.#buffer.slice(this.#start, end) };
    const retainFrom = this.#depth > 0 ? this.#start : this.#at;
    this.#buffer = this.#buffer.slice(retainFrom);
    this.#at -= retainFrom;
    this.#start = 0;
    if (this.#buffer.length > ELEMENT_LENGTH_MAX)
      throw new OperatorError(`The object on line ${this.#startLine} is too long.`);
  }

  /** The end of the next object; null when it is not in the buffer yet. */
  #findEnd(): number | null {
    for (;;) {
      this.#tokens.lastIndex = this.#at;
      const token = this.#tokens.exec(this.#buffer);
      if (token === null) return null;
      const after = token[0] === '"' ? findTextEnd(this.#buffer, token.index + 1) : token.index + 1;
      // A string that continues in the next chunk is scanned again from its start.
      if (after === null) {
        this.#at = token.index;
        return null;
      }
      this.#at = after;
      if (this.#follow(token[0], token.index)) return after;
    }
  }

  /** True when an object of the array ends with this token. */
  #follow(token: string, at: number): boolean {
    if (token === "\n") this.#line++;
    if (this.#phase !== "inside") {
      if (this.#phase === "before" && token === "[") this.#phase = "inside";
      return false;
    }
    if (token === "{" || token === "[") {
      if (this.#depth++ === 0) {
        this.#start = at;
        this.#startLine = this.#line;
      }
      return false;
    }
    if (token !== "}" && token !== "]") return false;
    if (this.#depth === 0) this.#phase = "after";
    else this.#depth--;
    return this.#phase === "inside" && this.#depth === 0 && token === "}";
  }
}

/** The position after the closing quote; null when it is not there. */
function findTextEnd(text: string, from: number): number | null {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return null;
}
