import { Parser } from "htmlparser2";
import { readTaggedNumber } from "./tagged-number.ts";

/** One number that a report tags itself (inline XBRL), for the whole company. */
export interface TaggedFact {
  /** Without its prefix, as in the taxonomy: "ProfitLoss". */
  tag: string;
  taxonomy: "us-gaap" | "ifrs-full";
  /** Null for a day. */
  start: string | null;
  end: string;
  value: number;
  /** Half of the last digit that counts. */
  tolerance: number;
  /** A currency, "shares", or a currency per share. */
  unit: string | null;
}

interface Context {
  start: string | null;
  end: string | null;
  /** Of a part of the company, such as a segment. */
  isPart: boolean;
}

interface OpenNumber {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
}

/** What a file may make us keep; more than any real report has. */
const LIMITS = {
  facts: 50_000,
  contexts: 50_000,
  units: 5_000,
  letters: 200,
  open: 50,
  depth: 5_000,
  identifiers: 10,
};

const TAXONOMIES = new Set(["us-gaap", "ifrs-full"]);
const DATE = /^\d{4}-\d{2}-\d{2}/;
const TEXT_ELEMENT = /^(?:startdate|enddate|instant|measure|identifier)$/;

/**
 * Collects the tagged numbers of an HTML report piece by piece. Contexts may follow the numbers that refer to them, so
 * facts are made at the end. The parser expands no entities of a document type and keeps no tree.
 */
export class InlineTagReader {
  readonly #parser: Parser;
  readonly #contexts = new Map<string, Context | "ambiguous">();
  readonly #units = new Map<string, string | "ambiguous">();
  readonly #numbers: OpenNumber[] = [];
  readonly #open: OpenNumber[] = [];
  #context: { id: string; value: Context } | null = null;
  #unit: { id: string; measures: string[] } | null = null;
  #text: string | null = null;
  #depth = 0;
  /** Whose the contexts are, as its register calls it: a CIK or an LEI. */
  readonly identifiers = new Set<string>();

  constructor() {
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => {
          this.#descend();
          this.#enter(localName(name), attributes);
        },
        onclosetag: (name) => {
          this.#depth--;
          this.#leave(localName(name));
        },
        ontext: (text) => this.#read(text),
      },
      { decodeEntities: true, recognizeSelfClosing: true },
    );
  }

  write(html: string): void {
    this.#parser.write(html);
  }

  /** The facts of the whole company whose context and unit are known beyond doubt. */
  end(): TaggedFact[] {
    this.#parser.end();
    return this.#numbers.flatMap((number) => this.#toFact(number) ?? []);
  }

  /** Every level makes the parser slower. No report is nested so deeply, so such a file is read no further. */
  #descend(): void {
    this.#depth++;
    if (this.#depth > LIMITS.depth) this.#parser.pause();
  }

  #enter(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "nonfraction") {
      if (this.#open.length < LIMITS.open)
        this.#open.push({ name: attributes["name"] ?? "", attributes, text: "" });
    } else if (name === "context")
      this.#context = { id: attributes["id"] ?? "", value: { start: null, end: null, isPart: false } };
    else if (name === "unit") this.#unit = { id: attributes["id"] ?? "", measures: [] };
    else if (this.#context && /^(?:explicitmember|typedmember)$/.test(name))
      this.#context.value.isPart = true;
    else if (TEXT_ELEMENT.test(name)) this.#text = "";
  }

  #read(text: string): void {
    if (this.#text !== null && this.#text.length < LIMITS.letters) this.#text += text;
    for (const number of this.#open) if (number.text.length < LIMITS.letters) number.text += text;
  }

  #leave(name: string): void {
    if (name === "nonfraction") this.#closeNumber();
    else if (name === "context") this.#closeContext();
    else if (name === "unit") this.#closeUnit();
    else if (this.#text !== null && TEXT_ELEMENT.test(name)) {
      const text = this.#text.trim();
      this.#text = null;
      if (name === "measure") this.#unit?.measures.push(text);
      else if (name === "identifier") this.#addIdentifier(text);
      else if (this.#context && DATE.test(text)) this.#addDate(this.#context.value, name, text.slice(0, 10));
    }
  }

  #addIdentifier(text: string): void {
    if (this.identifiers.size < LIMITS.identifiers) this.identifiers.add(text);
  }

  #addDate(context: Context, name: string, date: string): void {
    if (name === "startdate") context.start = date;
    else context.end = date;
  }

  #closeNumber(): void {
    const number = this.#open.pop();
    if (number && this.#numbers.length < LIMITS.facts) this.#numbers.push(number);
  }

  #closeContext(): void {
    if (this.#context) define(this.#contexts, this.#context.id, this.#context.value, LIMITS.contexts);
    this.#context = null;
  }

  #closeUnit(): void {
    if (this.#unit)
      define(this.#units, this.#unit.id, this.#unit.measures.map(localName).join("/"), LIMITS.units);
    this.#unit = null;
  }

  #toFact({ name, attributes, text }: OpenNumber): TaggedFact | null {
    const [taxonomy = "", tag = ""] = name.split(":");
    if (!TAXONOMIES.has(taxonomy) || /^(?:true|1)$/.test(attributes["xsi:nil"] ?? "")) return null;
    const context = this.#contexts.get(attributes["contextref"] ?? "");
    const unit = this.#units.get(attributes["unitref"] ?? "");
    if (!context || context === "ambiguous" || context.isPart || context.end === null) return null;
    if (unit === "ambiguous") return null;
    const number = readTaggedNumber(text, attributes);
    if (!number) return null;
    return {
      tag,
      taxonomy: taxonomy === "us-gaap" ? "us-gaap" : "ifrs-full",
      start: context.start,
      end: context.end,
      unit: unit ?? null,
      ...number,
    };
  }
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** An id that is given to two different things means neither. */
function define<T extends object | string>(
  known: Map<string, T | "ambiguous">,
  id: string,
  value: T,
  most: number,
): void {
  const before = known.get(id);
  if (before === undefined && known.size >= most) return;
  const isSame = before === undefined || JSON.stringify(before) === JSON.stringify(value);
  known.set(id, isSame ? value : "ambiguous");
}
