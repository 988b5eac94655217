import type { ModelUse } from "../../../kernel/model-use.ts";
import type { Context } from "../../../kernel/operation.ts";
import { type LanguageModel, LanguageModelDown } from "../../../platform/models/index.ts";
import { catalogTools } from "../writing/catalog-tools.ts";
import { ModelConversation } from "../writing/converse.ts";
import type { StepReply } from "../writing/record-evidence.ts";
import { SentenceReview } from "../writing/sentence-review.ts";
import { refuseRecordSentence, type StepSentence } from "../writing/verify-record-sentence.ts";
import type { ShapeAnswer } from "./chat-answer.ts";
import { CHAT_INSTRUCTIONS, NOT_FOUND_MARK, writeChatMaterial } from "./chat-instructions.ts";
import type { ChatMeans } from "./chat-means.ts";
import type { ChatRunner } from "./chat-runner.ts";
import type { ChatScope } from "./chat-scope.ts";
import { mergeSources, sourcesOf } from "./step-sources.ts";

/** What the words of a model cost in the general chat, and what its tools may cost at most. */
export const MODEL_CREDITS = { written: 5, tools: 20 };
const CHARACTERS_PER_TOKEN = 3.5;

export interface ChatTask {
  question: string;
  scope: ChatScope | null;
  /** The built-in planner's answer. */
  own: ShapeAnswer;
  creditsMax: number;
}

export interface WrittenChat {
  answer: ShapeAnswer;
  /** Why the built-in answer is returned; null when the model's is. */
  fallback: string | null;
  withheld: number;
  use: ModelUse;
}

/** Lets a model look further and write the answer; keeps what is verified in the replies of the steps. */
export async function writeChat(
  context: Context,
  { means, model, runner }: { means: ChatMeans; model: LanguageModel; runner: ChatRunner },
  task: ChatTask,
): Promise<WrittenChat> {
  const writer = new ChatWriter(context, { means, model, runner }, task);
  try {
    return await writer.write();
  } catch (error) {
    if (!(error instanceof LanguageModelDown)) throw error;
    return writer.end(error.message);
  }
}

class ChatWriter {
  readonly #context: Context;
  readonly #model: LanguageModel;
  readonly #task: ChatTask;
  readonly #replies: StepReply[];
  readonly #conversation: ModelConversation;
  /** How many verified sentences were sent. */
  #emitted = 0;
  readonly #review = new SentenceReview<StepSentence>(({ text, steps }) => {
    const refused = refuseRecordSentence({ text, steps }, this.#replies);
    return refused === null ? { text, steps } : { refused };
  });

  constructor(
    context: Context,
    { means, model, runner }: { means: ChatMeans; model: LanguageModel; runner: ChatRunner },
    task: ChatTask,
  ) {
    this.#context = context;
    this.#model = model;
    this.#task = task;
    this.#replies = runner.replies.map((reply, at) => ({ ...reply, number: at + 1, input: {} }));
    if (task.own.claims.length > 0)
      this.#note({ operation_id: "answer", input: {}, data: { answer: task.own.answer } });
    const { question, scope, own, creditsMax } = task;
    const material = { question, scope, answer: own.answer, replies: this.#replies };
    this.#conversation = new ModelConversation(model, {
      instructions: CHAT_INSTRUCTIONS,
      material: writeChatMaterial(material, model.contextTokensMax * CHARACTERS_PER_TOKEN),
      tools: catalogTools({
        operations: means.toolOperations.filter(({ scope: needed }) => context.caller.scopes.has(needed)),
        runner,
        creditsLeft: creditsMax - runner.credits,
        onReply: (reply) => this.#note(reply),
      }),
      signal: context.signal,
      deadline: AbortSignal.timeout(model.secondsMax * 1_000),
      onText: (piece) => {
        this.#review.push(piece);
        this.#emit();
      },
    });
  }

  async write(): Promise<WrittenChat> {
    const writing = await this.#conversation.answer();
    if (!writing) return this.end("the model did not come to an answer");
    if (writing.end === "refused") return this.end("the model refused");
    if (writing.text.trim().startsWith(NOT_FOUND_MARK)) return this.end("the model found nothing more");
    if (writing.end === "done") await this.#review.sendBack(this.#conversation);
    this.#emit();
    const isEmpty = this.#review.verified.length === 0;
    return this.end(
      isEmpty ? "the model's answer could not be used" : "the model's answer lacks the computed figure",
    );
  }

  /** The verified sentences, which have left already; where there are none, the built-in answer and the reason. */
  end(reason: string): WrittenChat {
    return this.#emitted > 0 ? this.#join() : this.#finish(this.#task.own, reason);
  }

  #join(): WrittenChat {
    const { own } = this.#task;
    const cited = new Set(this.#review.verified.flatMap(({ steps }) => steps));
    const replies = this.#replies.filter(({ number }) => cited.has(number));
    return this.#finish(
      {
        answer: this.#review.verified.map(({ text }) => text).join(" "),
        outcome: "answered",
        claims: own.claims,
        sources: mergeSources(own.sources, sourcesOf(replies)),
        ...(own.reportId === undefined ? {} : { reportId: own.reportId }),
      },
      null,
    );
  }

  #finish(answer: ShapeAnswer, fallback: string | null): WrittenChat {
    const { name, isLocal } = this.#model;
    const use = { name, is_local: isLocal, pages_sent: [], tokens: this.#conversation.tokens };
    return { answer, fallback, withheld: this.#review.refused.length, use };
  }

  #note(reply: Omit<StepReply, "number">): number {
    const number = this.#replies.length + 1;
    this.#replies.push({ ...reply, number });
    return number;
  }

  /** Sends what was verified; where a figure was computed, once a sentence has it. */
  #emit(): void {
    if (!this.#hasOwnNumbers()) return;
    for (const { text } of this.#review.verified.slice(this.#emitted))
      this.#context.emit("part", { text: this.#emitted++ === 0 ? text : ` ${text}` });
  }

  /** A figure that was computed and proven is not lost in the words of a model. */
  #hasOwnNumbers(): boolean {
    const { own } = this.#task;
    // Quoted amounts have no label: they may be left out.
    const isFigure = own.claims.some(({ label }) => label !== "");
    if (!isFigure || (own.outcome ?? "answered") !== "answered") return true;
    const printed = /\d[\d.,]*\d(?! ?%?\s*\))/.exec(
      own.answer.replace(/\b(?:FY)?(?:19|20)\d{2}\b/g, " "),
    )?.[0];
    return printed === undefined || this.#review.verified.some(({ text }) => text.includes(printed));
  }
}
