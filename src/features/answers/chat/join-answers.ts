import { ClaimedText } from "../claims/claimed-text.ts";
import type { ShapeAnswer } from "./chat-answer.ts";

/** Answers about several companies or reports as one, a paragraph each. */
export function joinAnswers(answers: readonly ShapeAnswer[]): ShapeAnswer {
  const [first] = answers;
  if (first && answers.length === 1) return first;
  const text = new ClaimedText();
  for (const [index, { answer, spans = [] }] of answers.entries())
    text.add(index === 0 ? "" : "\n\n").addSpanned(answer, spans);
  const outcomes = answers.map(({ outcome = "answered" }) => outcome);
  const hasAnswer = outcomes.some((outcome) => outcome === "answered" || outcome === "partly_answered");
  const isWhole = outcomes.every((outcome) => outcome === "answered");
  const reportId = answers.find((answer) => answer.reportId !== undefined)?.reportId;
  const engine = [...new Set(answers.flatMap((answer) => answer.engine ?? []))].join(", ");
  return {
    answer: text.text,
    spans: text.spans,
    claims: answers.flatMap(({ claims }) => claims),
    changes: answers.flatMap(({ changes = [] }) => changes),
    sources: answers.flatMap(({ sources }) => sources),
    outcome: isWhole ? "answered" : hasAnswer ? "partly_answered" : "not_found",
    ...(reportId === undefined ? {} : { reportId }),
    ...(engine === "" ? {} : { engine }),
  };
}
