import { readFileSync, writeFileSync } from "node:fs";
import type { AnyOperation } from "../src/kernel/operation.ts";

const FILE = "src/surfaces/rest/openapi/data/answers.json";
const ITEMS_MAX = 2;
/** A box or a range is kept whole. */
const PLAIN_ITEMS_MAX = 4;
const CHARACTERS_MAX = 240;
const SITE = "https://florin.example.com";
const MOMENT = "2026-01-31T09:00:00.000Z";

/** `npm run examples` writes the answers that the documentation shows; every other run compares them. */
const isRecording = process.env["MODE"] === "record";

/** The example answers in the OpenAPI file: recorded, shortened, and compared with what the service answers. */
export class AnswerExamples {
  readonly #known = JSON.parse(readFileSync(FILE, "utf8")) as Record<string, unknown>;
  readonly #recorded: Record<string, unknown> = {};
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** How the recorded answer differs from this one in its fields; empty when it does not. */
  compare({ id }: AnyOperation, answer: unknown): string[] {
    const now = this.#shorten(answer);
    if (isRecording) {
      this.#recorded[id] = now;
      return [];
    }
    if (!(id in this.#known)) return [`${id} has no recorded answer: npm run examples`];
    const [old, current] = [fieldsOf(this.#known[id]), fieldsOf(now)];
    return old === current ? [] : [`${id} has the fields ${current}, recorded are ${old}: npm run examples`];
  }

  save(): void {
    if (!isRecording) return;
    const sorted = Object.fromEntries(Object.entries(this.#recorded).sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
  }

  #shorten(value: unknown): unknown {
    if (typeof value === "string") return this.#shortenText(value);
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) {
      const isPlain = value.every((item) => typeof item !== "object");
      return value.slice(0, isPlain ? PLAIN_ITEMS_MAX : ITEMS_MAX).map((item) => this.#shorten(item));
    }
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.#shorten(inner)]));
  }

  /** What differs from run to run is replaced, so that recording again changes only what has changed. */
  #shortenText(text: string): string {
    const stable = text
      .replaceAll(this.#baseUrl, SITE)
      .replace(/\b(?!ent_|rep_|clm_)([a-z]{3})_[a-z2-7]{16}\b/g, "$1_aaaabbbbccccdddd")
      .replace(
        /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
        "00000000-0000-4000-8000-000000000000",
      )
      .replace(/(expires|signature)=[\w-]+/g, "$1=…")
      .replace(/\/tables\/[\w-]+/g, "/tables/…")
      .replace(/\b(whsec_|flr_live_)[\w+/=…]+/g, "$1…")
      .replace(/\/(join|reset)\/[\w-]+/g, "/$1/…")
      .replace(new RegExp(`\\b${new Date().getUTCFullYear()}-\\d\\d-\\d\\dT[\\d:.]+Z`, "g"), MOMENT);
    return stable.length > CHARACTERS_MAX ? `${stable.slice(0, CHARACTERS_MAX)}…` : stable;
  }
}

/** The names of the fields, of the first item where it is a list. */
function fieldsOf(value: unknown): string {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === "object" && first !== null ? Object.keys(first).sort().join(", ") : typeof first;
}
