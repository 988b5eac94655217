import { LanguageModelDown } from "../../../platform/models/index.ts";
import type { ModelConversation } from "./converse.ts";
import { writeRefusals } from "./instructions.ts";
import { type CitedSentence, SentenceReader } from "./read-sentences.ts";

/** Sentences of a model while it writes them: those that were verified, and those refused with the reason. */
export class SentenceReview<Verified extends { text: string }> {
  readonly verified: Verified[] = [];
  refused: { sentence: string; reason: string }[] = [];
  readonly #verify: (sentence: CitedSentence) => Verified | { refused: string };
  #reader = new SentenceReader();

  constructor(verify: (sentence: CitedSentence) => Verified | { refused: string }) {
    this.#verify = verify;
  }

  push(piece: string): void {
    this.#add(this.#reader.push(piece));
  }

  /** What the model wrote without keeping to JSON. */
  readPlain(): void {
    this.#add(this.#reader.readPlain());
  }

  /** Once: a model that does not know better would repeat itself. What is refused again, or left out, is withheld. */
  async sendBack(conversation: ModelConversation): Promise<void> {
    const sent = this.refused;
    if (sent.length === 0) return;
    const before = this.verified.length;
    this.refused = [];
    this.#reader = new SentenceReader();
    try {
      await conversation.sendBack(writeRefusals(sent));
      this.readPlain();
    } catch (error) {
      // What was verified before is an answer.
      if (!(error instanceof LanguageModelDown) || before === 0) throw error;
    }
    this.refused = sent.slice(this.verified.length - before);
  }

  #add(sentences: readonly CitedSentence[]): void {
    for (const sentence of sentences) {
      const verdict = this.#verify(sentence);
      if ("refused" in verdict) this.refused.push({ sentence: sentence.text, reason: verdict.refused });
      else if (this.verified.every(({ text }) => text !== verdict.text)) this.verified.push(verdict);
    }
  }
}
