import {
  type QueryKey,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
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
export function useActing<I extends Actable>(id: I, changes: readonly (Actable | Callable)[] = []) {
  const client = useQueryClient();
  return useMutation<ActionOutput<I>, Error, ActionInput<I>>({
    mutationFn: (input) => act(id, input),
    onSuccess: () =>
      Promise.all(changes.map((changed) => client.invalidateQueries({ queryKey: [changed] as QueryKey }))),
  });
}

/** An operation that is called when asked to, not when shown. */
export function useCalling<I extends Callable>(id: I, changes: readonly (Actable | Callable)[] = []) {
  const client = useQueryClient();
  return useMutation<OutputOf<I>, Error, InputOf<I>>({
    mutationFn: (input) => call(id, input),
    onSuccess: () =>
      Promise.all(changes.map((changed) => client.invalidateQueries({ queryKey: [changed] as QueryKey }))),
  });
}
