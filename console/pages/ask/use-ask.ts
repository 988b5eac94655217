import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callWithProgress, type InputOf, type OutputOf } from "../../api/operations.ts";
import type { Message } from "./places.ts";

interface AskState {
  /** The question being answered. */
  question: string | null;
  progress: string;
  error: Error | null;
}

const IDLE: AskState = { question: null, progress: "", error: null };

/** Asks in a thread and adds the answer to it. A question is sent once, however quickly it is sent again. */
export function useAsk(threadId: string, onAnswer: (message: Message) => void) {
  const client = useQueryClient();
  const [state, setState] = useState(IDLE);
  const isAsking = useRef(false);
  const ask = async (question: string, about?: InputOf<"threads.ask">["about"]): Promise<boolean> => {
    if (isAsking.current || question.trim() === "") return false;
    isAsking.current = true;
    setState({ question, progress: "", error: null });
    try {
      const message = await callWithProgress(
        "threads.ask",
        { thread_id: threadId, question, about },
        (progress) => setState({ question, progress, error: null }),
      );
      client.setQueryData<OutputOf<"threads.get">>(
        ["threads.get", { thread_id: threadId }],
        (thread) => thread && { ...thread, message_list: [...thread.message_list, message] },
      );
      setState(IDLE);
      onAnswer(message);
      // The first question becomes the title, and an answer is charged.
      for (const changed of ["threads.get", "threads.list", "account.balance"])
        void client.invalidateQueries({ queryKey: [changed] });
      return true;
    } catch (error) {
      setState({ question: null, progress: "", error: error as Error });
      return false;
    } finally {
      isAsking.current = false;
    }
  };
  return { ...state, ask };
}
