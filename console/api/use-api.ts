import { type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type Actable, type ActionInput, type ActionOutput, act } from "./actions.ts";
import { type Callable, call, type InputOf, type OutputOf } from "./operations.ts";

interface AskOptions {
  enabled?: boolean;
  refetchInterval?: number | false;
  /** How long an answer is good for; a minute when nothing is said. */
  staleTime?: number;
}

/** An operation's answer. The same question is not asked, and not paid for, again within the minute. */
export function useOperation<I extends Callable>(
  id: I,
  input: InputOf<I>,
  options: AskOptions = {},
): UseQueryResult<OutputOf<I>> {
  return useQuery<OutputOf<I>>({
    queryKey: [id, input],
    queryFn: ({ signal }) => call(id, input, signal),
    ...options,
  });
}

export function useAction<I extends Actable>(
  id: I,
  input: ActionInput<I>,
  options: AskOptions = {},
): UseQueryResult<ActionOutput<I>> {
  return useQuery<ActionOutput<I>>({ queryKey: [id, input], queryFn: () => act(id, input), ...options });
}

/** Something a person does; what it changes is asked again. */
export const useActing = <I extends Actable>(id: I, changes: readonly QueryState[] = []) =>
  useChange<ActionInput<I>, ActionOutput<I>>((input) => act(id, input), changes);

/** An operation that is called when asked to, not when shown. */
export const useCalling = <I extends Callable>(id: I, changes: readonly QueryState[] = []) =>
  useChange<InputOf<I>, OutputOf<I>>((input) => call(id, input), changes);

type QueryState = Actable | Callable;

function useChange<Input, Output>(run: (input: Input) => Promise<Output>, changes: readonly QueryState[]) {
  const client = useQueryClient();
  const isRunning = useRef(false);
  const change = useMutation<Output, Error, Input>({
    mutationFn: run,
    onSuccess: () => Promise.all(changes.map((changed) => client.invalidateQueries({ queryKey: [changed] }))),
    onSettled: () => {
      isRunning.current = false;
    },
  });
  // Known at once, where `isPending` is known when the page is drawn anew: Enter can be quicker, and calls are paid for.
  const mutate: typeof change.mutate = (...request) => {
    if (isRunning.current) return;
    isRunning.current = true;
    change.mutate(...request);
  };
  return { ...change, mutate };
}
