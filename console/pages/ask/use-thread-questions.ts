import { useEffect } from "react";
import { call } from "../../api/operations.ts";
import { navigate } from "../../ui/router.tsx";
import { FRONT_PAGE, handQuestion, useHanded } from "./hand-over.ts";
import { type Message, reportsOf } from "./places.ts";
import { type Chosen, toAbout } from "./scope-picker.tsx";
import { forgetUnanswered, useAsk, useUnanswered } from "./use-ask.ts";

/** The questions of a thread: the one from the front page, those that follow, and one that an end of the page interrupted. */
export function useThreadQuestions(
  thread: { thread_id: string; message_list: readonly Message[] },
  onAnswer: () => void,
) {
  const { thread_id, message_list } = thread;
  const { question, progress, error, ask } = useAsk(thread_id, onAnswer);
  const handed = useHanded(thread_id);
  const unanswered = useUnanswered(thread);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens
  useEffect(() => {
    if (handed !== null) void ask(handed.question, toAbout(handed.chosen));
  }, [handed]);
  useEffect(() => {
    if (error === null || handed === null || message_list.length > 0) return;
    void returnQuestion(thread_id, { ...handed, error });
  }, [error, handed, thread_id, message_list]);
  // Reports that no company was found for are named again: the thread itself keeps only companies.
  const followUp = (next: string) =>
    ask(next, next === unanswered?.question ? unanswered.about : reportsOnly(message_list.at(-1)));
  const isFirstPending = message_list.length === 0 && (question !== null || handed !== null);
  const isEmpty = message_list.length === 0 && !isFirstPending;
  const interrupted = unanswered?.question ?? "";
  return { question, progress, error, followUp, isFirstPending, isEmpty, interrupted };
}

function reportsOnly(message: Message | undefined) {
  if (!message || message.companies.length > 0) return undefined;
  const ids = reportsOf(message).flatMap(({ report_id }) => report_id ?? []);
  return ids.length === 0 ? undefined : { report_id_list: ids };
}

/** A thread whose first question could not be asked would stay empty: the question goes back to the front page. */
async function returnQuestion(
  thread_id: string,
  { question, chosen, error }: { question: string; chosen: Chosen; error: Error },
): Promise<void> {
  forgetUnanswered(thread_id);
  await call("threads.delete", { thread_id }).catch(() => undefined);
  handQuestion(FRONT_PAGE, question, { chosen, error });
  navigate("/", { replace: true });
}
