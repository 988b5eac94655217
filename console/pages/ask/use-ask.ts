import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { callWithProgress, type InputOf, type OutputOf } from "../../api/operations.ts";
import { getTabValue, setTabValue } from "../../api/tab-values.ts";
import type { Message } from "./places.ts";

interface AskState {
  /** The question being answered. */
  question: string | null;
  progress: string;
  error: Error | null;
}

type About = InputOf<"threads.ask">["about"];

const IDLE: AskState = { question: null, progress: "", error: null };

/** By thread, and not of a page: a question is answered, and paid for, also while another page is shown. */
const states = new Map<string, AskState>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setState(threadId: string, state: AskState): void {
  states.set(threadId, state);
  for (const listener of listeners) listener();
}

const isAsking = (threadId: string): boolean => (states.get(threadId)?.question ?? null) !== null;

const keyOf = (threadId: string): string => `unanswered ${threadId}`;

interface Unanswered {
  question: string;
  about: About;
}

/**
 * The question that had no answer yet when the page was loaded again, which ends its call: to be sent again by the person,
 * since an answer is paid for.
 */
export function useUnanswered(thread: { thread_id: string; message_list: readonly Message[] }) {
  const [unanswered] = useState(() => {
    const kept = isAsking(thread.thread_id) ? undefined : getTabValue<Unanswered>(keyOf(thread.thread_id));
    // The answer may have been on its way.
    return kept?.question === thread.message_list.at(-1)?.question ? undefined : kept;
  });
  return unanswered;
}

export const forgetUnanswered = (threadId: string): void => setTabValue(keyOf(threadId), undefined);

/** Asks in a thread and adds the answer to it. A question is sent once, however quickly it is sent again. */
export function useAsk(threadId: string, onAnswer: (message: Message) => void) {
  const client = useQueryClient();
  const state = useSyncExternalStore(subscribe, () => states.get(threadId) ?? IDLE);
  const ask = async (question: string, about?: About): Promise<boolean> => {
    if (isAsking(threadId) || question.trim() === "") return false;
    setState(threadId, { question, progress: "", error: null });
    setTabValue<Unanswered>(keyOf(threadId), { question, about });
    try {
      const message = await callWithProgress(
        "threads.ask",
        { thread_id: threadId, question, about },
        (progress) => setState(threadId, { question, progress, error: null }),
      );
      client.setQueryData<OutputOf<"threads.get">>(
        ["threads.get", { thread_id: threadId }],
        (thread) => thread && { ...thread, message_list: [...thread.message_list, message] },
      );
      forgetUnanswered(threadId);
      setState(threadId, IDLE);
      onAnswer(message);
      // The first question becomes the title, and an answer is charged.
      for (const changed of ["threads.get", "threads.list", "account.balance"])
        void client.invalidateQueries({ queryKey: [changed] });
      return true;
    } catch (error) {
      setState(threadId, { question: null, progress: "", error: error as Error });
      return false;
    }
  };
  return { ...state, ask };
}
