import type { Claim } from "./claim.ts";
import type { ClaimSpan } from "./quotation.ts";

/** An answer that is put together piece by piece, with the place of every claimed number. */
export class ClaimedText {
  readonly spans: ClaimSpan[] = [];
  readonly claims: Claim[] = [];
  #text = "";

  get text(): string {
    return this.#text;
  }

  add(text: string): this {
    this.#text += text;
    return this;
  }

  /** A number, and the claim that proves it. */
  addClaimed(text: string, claim: Claim | undefined): this {
    if (claim) {
      this.spans.push({
        start: this.#text.length,
        end: this.#text.length + text.length,
        claim_id: claim.claim_id,
      });
    }
    return this.add(text);
  }

  /** A text that already has spans of its own. */
  addSpanned(text: string, spans: readonly ClaimSpan[]): this {
    const from = this.#text.length;
    for (const { start, end, claim_id } of spans)
      this.spans.push({ start: from + start, end: from + end, claim_id });
    return this.add(text);
  }
}
