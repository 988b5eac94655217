import { type LanguageModel, LanguageModelDown } from "../../../platform/models/index.ts";
import type { ReportAnswer } from "../answer.ts";
import { dropDuplicates } from "../claims/claim.ts";
import { NOT_FOUND, type ReportReader } from "../report-reader.ts";
import type { Nearness } from "../retrieval/nearness.ts";
import { buildContext } from "./build-context.ts";
import { INSTRUCTIONS, NOT_IN_REPORT, type WritingPassage, writeMaterial } from "./instructions.ts";
import { readSentences } from "./read-sentences.ts";
import { type VerifiedSentence, verifySentence } from "./verify-sentence.ts";

export interface WrittenAnswer {
  answer: ReportAnswer;
  /** Null when the model's wording was used; otherwise why the built-in reader's answer is returned. */
  fallback: string | null;
  tokens: number;
}

interface WritingTask {
  question: string;
  /** The built-in reader's answer. */
  own: ReportAnswer;
  /** The semantic similarity of each page to the question, if known. */
  nearness: Nearness | null;
  signal: AbortSignal;
  onSentence?: (text: string) => void;
}

/** A model read the passages, but its understanding of the question was not verified. */
const CONFIDENCE = 0.7;
const CONFIDENCE_CUT = 0.5;

/**
 * Lets a language model phrase the answer from the report's closest pages only, and keeps what could be verified in the
 * report. If nothing is left, or it contradicts a computed figure, the built-in reader's answer is used.
 */
export async function writeAnswer(
  model: LanguageModel,
  reader: ReportReader,
  { question, own, nearness, signal, onSentence }: WritingTask,
): Promise<WrittenAnswer> {
  const { passages, outline } = buildContext(reader, {
    question,
    own,
    nearness,
    tokensMax: model.contextTokensMax,
  });
  const verify = (text: string) => verifyText(text, { reader, question, passages, own });
  let reported = 0;
  let soFar = "";
  const emit = (piece: string) => {
    if (!onSentence || own.figure) return;
    soFar += piece;
    if (!/[.!?\]\n]\s*$/.test(soFar)) return;
    const done = verify(soFar);
    for (const { text } of done.slice(reported)) onSentence(text);
    reported = Math.max(reported, done.length);
  };
  try {
    const writing = await model.write({
      instructions: INSTRUCTIONS,
      material: writeMaterial(question, { passages, outline }),
      signal,
      onText: emit,
    });
    const { text, tokens, end } = writing;
    if (end === "refused") return { answer: own, fallback: "the model refused", tokens };
    if (text.trim().startsWith(NOT_IN_REPORT)) return { answer: asNotFound(own), fallback: null, tokens };
    const verified = verify(text);
    if (verified.length === 0)
      return { answer: own, fallback: "the model's answer could not be used", tokens };
    const answer = joinSentences(verified, own, end === "cut" ? CONFIDENCE_CUT : CONFIDENCE);
    return agrees(answer, own)
      ? { answer, fallback: null, tokens }
      : { answer: own, fallback: "the model's answer lacks the computed figure", tokens };
  } catch (error) {
    if (!(error instanceof LanguageModelDown)) throw error;
    return { answer: own, fallback: `language model: ${error.reason.replace("_", "-")}`, tokens: 0 };
  }
}

function verifyText(
  text: string,
  {
    reader,
    question,
    passages,
    own,
  }: { reader: ReportReader; question: string; passages: WritingPassage[]; own: ReportAnswer },
): VerifiedSentence[] {
  const verification = {
    document: reader.report,
    question,
    passages,
    findPage: (page: number) => reader.report.pages.find((one) => one.page === page),
    currency: reader.dollar,
    computed: own.claims.filter(({ verdict }) => verdict === "computed"),
  };
  return readSentences(text, passages.length).flatMap(
    (sentence) => verifySentence(sentence, verification) ?? [],
  );
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
  const cited = sentences.map(
    ({ text, pages }) => `${text} (${pages.map((page) => `page ${page}`).join(", ")})`,
  );
  const claims = [...sentences.flatMap((sentence) => sentence.claims), ...(own.figure ? own.claims : [])];
  const doubtful = sentences.some((sentence) =>
    sentence.claims.some(({ verdict }) => verdict === "not_found"),
  );
  const pages = [...new Set([...sentences.flatMap((one) => one.pages), ...(own.figure ? own.pages : [])])];
  return {
    text: cited.join(" "),
    kind: own.figure ? "figure" : "passages",
    claims: dropDuplicates(claims),
    pages,
    pagesConsidered: [...new Set([...pages, ...own.pagesConsidered])],
    confidence: doubtful ? Math.min(confidence, CONFIDENCE_CUT) : confidence,
    figure: own.figure,
  };
}

/** If a figure was computed, the text about it must contain it. */
function agrees(answer: ReportAnswer, own: ReportAnswer): boolean {
  if (!own.figure) return true;
  const printed = /: ([^.]*\d[^ ]*)/.exec(own.text)?.[1]?.match(/\d[\d.,]*\d|\d/)?.[0];
  return printed === undefined || answer.text.includes(printed.replace(/[.,]$/, ""));
}
