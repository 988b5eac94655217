import { Parser } from "htmlparser2";
import { type FeedDefaults, type FeedItem, toArticle } from "./feed-item.ts";
import { FIELD_CHARACTERS_MAX, type FormatReader, fault, type ReadItem } from "./format.ts";

const ROOTS = new Set(["rss", "feed", "rdf:rdf"]);
const ITEMS = new Set(["item", "entry"]);
/** Deeper than any feed; deeply nested attack documents stop here. */
const DEPTH_MAX = 100;

/**
 * Reads RSS 0.9x, 1.0 and 2.0 and Atom, with the tolerance real feeds need: complete items are kept, broken ones are
 * reported. The parser expands no entity declared by a document, and a document that declares any is rejected.
 */
export function readFeedXml(): FormatReader {
  const reading = new FeedReading();
  const parser = new Parser(reading, { xmlMode: true, decodeEntities: true });
  return {
    write(text) {
      if (!reading.ended) parser.write(text);
      return reading.take();
    },
    end() {
      if (!reading.ended) parser.end();
      return [...reading.take(), ...reading.close()];
    },
  };
}

class FeedReading {
  ended = false;
  readonly #defaults: FeedDefaults = { title: "", language: null };
  readonly #path: string[] = [];
  #found: ReadItem[] = [];
  #item: FeedItem | null = null;
  #itemDepth = 0;
  #text: string[] = [];
  #characters = 0;
  #rootSeen = false;

  take(): ReadItem[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  close(): ReadItem[] {
    return this.#rootSeen || this.ended ? [] : [fault("not_a_feed", "it contains no element")];
  }

  onprocessinginstruction(_name: string, data: string): void {
    if (/<!ENTITY/i.test(data)) this.#stop("entity_declaration", "the document declares entities");
    else if (/^!DOCTYPE\s+html/i.test(data)) this.#stop("not_a_feed", "it is an HTML page");
  }

  onopentag(written: string, attributes: Record<string, string>): void {
    if (this.ended) return;
    const name = written.toLowerCase();
    if (!this.#rootSeen && !this.#enterRoot(name, attributes)) return;
    if (this.#path.length >= DEPTH_MAX) {
      this.#stop("not_a_feed", "its elements are nested too deeply");
      return;
    }
    this.#path.push(name);
    if (ITEMS.has(name) && this.#item === null) {
      this.#item = { fields: new Map(), links: [], images: [], about: attributes["rdf:about"] ?? null };
      this.#itemDepth = this.#path.length;
    }
    this.#item?.links.push(...(name === "link" && attributes["href"] ? [attributes] : []));
    const image = imageOf(name, attributes);
    if (image !== null) this.#item?.images.push(image);
    // Atom may contain markup as elements: their text belongs to the enclosing field.
    if (this.#path.length <= this.#fieldDepth()) this.#startField();
  }

  #enterRoot(name: string, attributes: Record<string, string>): boolean {
    this.#rootSeen = true;
    if (!ROOTS.has(name)) this.#stop("not_a_feed", `its first element is ${name.slice(0, 40)}`);
    this.#defaults.language = attributes["xml:lang"] ?? null;
    return !this.ended;
  }

  ontext(text: string): void {
    this.#characters += text.length;
    if (this.#characters <= FIELD_CHARACTERS_MAX) this.#text.push(text);
  }

  onclosetag(written: string, implied: boolean): void {
    if (this.ended) return;
    const name = written.toLowerCase();
    if (ROOTS.has(name) && implied)
      this.#found.push(fault("truncated", "the document ends before its root element does"));
    if (this.#item !== null && this.#path.length === this.#itemDepth) this.#endItem(this.#item, implied);
    else if (this.#path.length === this.#fieldDepth()) this.#endField(name);
    this.#path.pop();
  }

  onerror(error: Error): void {
    this.#stop("not_a_feed", error.message);
  }

  /** Fields of an item are its direct children; those of the feed are in `channel`, or in the root of Atom. */
  #fieldDepth(): number {
    if (this.#item !== null) return this.#itemDepth + 1;
    return this.#path[0] === "feed" ? 2 : 3;
  }

  #startField(): void {
    this.#text = [];
    this.#characters = 0;
  }

  #endField(name: string): void {
    const text = this.#text.join("");
    if (this.#item !== null) {
      if (this.#characters > FIELD_CHARACTERS_MAX) this.#item.fields.set("too large", name);
      else if (!this.#item.fields.get(name)) this.#item.fields.set(name, text);
    } else if (name === "title" && this.#defaults.title === "") this.#defaults.title = text;
    else if (name === "language" || name === "dc:language") this.#defaults.language ??= text;
    this.#startField();
  }

  #endItem(item: FeedItem, implied: boolean): void {
    this.#item = null;
    const large = item.fields.get("too large");
    // An item truncated by the end of the document is incomplete.
    if (implied) return;
    this.#found.push(
      large === undefined ? toArticle(item, this.#defaults) : fault("item_too_large", `its ${large}`),
    );
  }

  #stop(reason: "not_a_feed" | "entity_declaration", detail: string): void {
    if (!this.ended) this.#found.push(fault(reason, detail));
    this.ended = true;
    this.#item = null;
  }
}

function imageOf(name: string, attributes: Record<string, string>): string | null {
  const url = attributes["url"] ?? null;
  if (name === "media:thumbnail") return url;
  const isImage = attributes["medium"] === "image" || (attributes["type"] ?? "").startsWith("image/");
  return (name === "media:content" || name === "enclosure") && isImage ? url : null;
}
