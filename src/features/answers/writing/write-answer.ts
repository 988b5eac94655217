import { type LanguageModel, LanguageModelDown } from "../../../platform/models/index.ts";
import type { ReportAnswer } from "../answer.ts";
import { dropDuplicates } from "../claims/claim.ts";
import { NOT_FOUND, type ReportReader } from "../report-reader.ts";
import type { Nearness } from "../retrieval/nearness.ts";
import { buildContext } from "./build-context.ts";
import { ModelConversation, type RunnableTool } from "./converse.ts";
import { INSTRUCTIONS, NOT_IN_REPORT, writeMaterial } from "./instructions.ts";
import type { CitedSentence } from "./read-sentences.ts";
import type { StepReply } from "./record-evidence.ts";
import { References } from "./references.ts";
import { reportTools } from "./report-tools.ts";
import { SentenceReview } from "./sentence-review.ts";
import { refuseRecordSentence } from "./verify-record-sentence.ts";
import {
  type SentenceVerdict,
  type Verification,
  type VerifiedSentence,
  verifySentence,
} from "./verify-sentence.ts";

export interface WrittenAnswer {
  answer: ReportAnswer;
  /** Null when the model's wording was used; otherwise why the built-in reader's answer is returned. */
  fallback: string | null;
  tokens: number;
  /** Sentences that could not be verified, and were not returned. */
  withheld: number;
  /** The pages that the provider was sent. */
  pagesSeen: number[];
}

export interface WritingTask {
  question: string;
  /** The built-in reader's answer. */
  own: ReportAnswer;
  /** The semantic similarity of each page to the question, if known. */
  nearness: Nearness | null;
  signal: AbortSignal;
  /** Tools besides those over the report itself; each records its reply and gets the number of its step. */
  tools?: (onReply: (reply: Omit<StepReply, "number">) => number) => readonly RunnableTool[];
  /** Called with every sentence once it is verified. */
  onSentence?: (text: string) => void;
}

/** A model read the pages, but its understanding of the question was not verified. */
const CONFIDENCE = 0.7;
const CONFIDENCE_CUT = 0.5;

/**
 * Lets a language model answer from the report's closest pages and what it looks up, and keeps what can be verified in
 * the report. If nothing is left, or it lacks a computed figure, the built-in reader's answer is used.
 */
export async function writeAnswer(
  model: LanguageModel,
  reader: ReportReader,
  task: WritingTask,
): Promise<WrittenAnswer> {
  const writer = new AnswerWriter(model, reader, task);
  try {
    return await writer.write();
  } catch (error) {
    if (!(error instanceof LanguageModelDown)) throw error;
    return writer.fallBack(error.message);
  }
}

class AnswerWriter {
  readonly #task: WritingTask;
  readonly #verification: Verification & { pagesSeen: Set<number> };
  readonly #conversation: ModelConversation;
  readonly #review = new SentenceReview<VerifiedSentence>((sentence) => this.#verify(sentence));
  #emitted = 0;
  readonly #replies: StepReply[] = [];

  constructor(model: LanguageModel, reader: ReportReader, task: WritingTask) {
    const { question, own, nearness, signal } = task;
    this.#task = task;
    const context = buildContext(reader, { question, own, nearness, tokensMax: model.contextTokensMax });
    const references = new References(reader, own.claims);
    const pagesSeen = new Set([...context.passages.map(({ page }) => page), ...own.pages]);
    this.#verification = { references, own, pagesSeen };
    const onPage = (page: number) => pagesSeen.add(page);
    this.#conversation = new ModelConversation(model, {
      instructions: INSTRUCTIONS,
      material: writeMaterial(question, context),
      tools: [
        ...reportTools({ reader, references, nearness, onPage }),
        ...(task.tools?.((reply) => this.#note(reply)) ?? []),
      ],
      signal,
      deadline: AbortSignal.timeout(model.secondsMax * 1_000),
      onText: (piece) => {
        this.#review.push(piece);
        this.#emit(false);
      },
    });
  }

  async write(): Promise<WrittenAnswer> {
    const writing = await this.#conversation.answer();
    if (!writing) return this.fallBack("the model did not come to an answer");
    if (writing.end === "refused") return this.fallBack("the model refused");
    const hasSentences = this.#review.verified.length + this.#review.refused.length > 0;
    if (!hasSentences && writing.text.trim().startsWith(NOT_IN_REPORT))
      return this.#result(asNotFound(this.#task.own), null);
    this.#review.readPlain();
    if (writing.end === "done") await this.#review.sendBack(this.#conversation);
    if (this.#review.verified.length === 0) return this.fallBack("the model's answer could not be used");
    const answer = joinSentences(
      this.#review.verified,
      this.#task.own,
      writing.end === "cut" ? CONFIDENCE_CUT : CONFIDENCE,
    );
    if (!agrees(answer, this.#task.own)) return this.fallBack("the model's answer lacks the computed figure");
    this.#emit(true);
    return this.#result(answer, null);
  }

  /** What a reader of a stream has already been sent stays the answer, however the conversation ends. */
  fallBack(reason: string): WrittenAnswer {
    const sent = this.#review.verified.slice(0, this.#emitted);
    if (sent.length === 0) return this.#result(this.#task.own, reason);
    return this.#result(joinSentences(sent, this.#task.own, CONFIDENCE_CUT), null);
  }

  #result(answer: ReportAnswer, fallback: string | null): WrittenAnswer {
    const pagesSeen = [...this.#verification.pagesSeen].sort((a, b) => a - b);
    const { tokens } = this.#conversation;
    return { answer, fallback, tokens, withheld: this.#review.refused.length, pagesSeen };
  }

  /** A sentence is about pages of the report, or about what was looked up elsewhere. */
  #verify(sentence: CitedSentence): SentenceVerdict {
    if (sentence.steps.length === 0 || sentence.pages.length > 0)
      return verifySentence(sentence, this.#verification);
    const refused = refuseRecordSentence(sentence, this.#replies);
    return refused === null ? { text: sentence.text, claims: [], spans: [], pages: [] } : { refused };
  }

  #note(reply: Omit<StepReply, "number">): number {
    this.#replies.push({ ...reply, number: this.#replies.length + 1 });
    return this.#replies.length;
  }

  /** Sentences leave as they are verified; those about a computed figure once one of them has it. */
  #emit(isDone: boolean): void {
    const { own, onSentence } = this.#task;
    if (!onSentence) return;
    const hasFigure = agrees(joinSentences(this.#review.verified, own, CONFIDENCE), own);
    if (!isDone && !hasFigure) return;
    for (const { text } of this.#review.verified.slice(this.#emitted)) onSentence(text);
    this.#emitted = this.#review.verified.length;
  }
}

/** A model that finds nothing does not overrule a figure that was read and verified. */
function asNotFound(own: ReportAnswer): ReportAnswer {
  if (own.figure) return own;
  return { ...own, text: NOT_FOUND, spans: [], kind: "not_found", claims: [], pages: [], confidence: 0 };
}

function joinSentences(
  sentences: readonly VerifiedSentence[],
  own: ReportAnswer,
  confidence: number,
): ReportAnswer {
  let text = "";
  const spans = [];
  for (const sentence of sentences) {
    if (text !== "") text += " ";
    for (const { start, end, claim_id } of sentence.spans)
      spans.push({ start: start + text.length, end: end + text.length, claim_id });
    const pages = sentence.pages.map((page) => `page ${page}`).join(", ");
    text += pages === "" ? sentence.text : `${sentence.text} (${pages})`;
  }
  const claims = [...sentences.flatMap((sentence) => sentence.claims), ...(own.figure ? own.claims : [])];
  const pages = [...new Set([...sentences.flatMap((one) => one.pages), ...(own.figure ? own.pages : [])])];
  return {
    text,
    spans,
    kind: own.figure ? "figure" : "passages",
    claims: dropDuplicates(claims),
    pages,
    pagesConsidered: [...new Set([...pages, ...own.pagesConsidered])],
    confidence,
    figure: own.figure,
  };
}

/** If a figure was computed, the text about it must contain it. */
function agrees(answer: ReportAnswer, own: ReportAnswer): boolean {
  if (!own.figure) return true;
  const printed = /: ([^.]*\d[^ ]*)/.exec(own.text)?.[1]?.match(/\d[\d.,]*\d|\d/)?.[0];
  return printed === undefined || answer.text.includes(printed.replace(/[.,]$/, ""));
}
