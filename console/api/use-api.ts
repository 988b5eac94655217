import {
  type UseQueryResult,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type ActionId, type ActionInput, type ActionOutput, act } from "./actions.ts";
import { type LiveOperationId, useIsConnected, watch } from "./live.ts";
import { call, type InputOf, type OperationId, type OutputOf } from "./operations.ts";

interface QueryOptions {
  enabled?: boolean;
  /** How long the result stays fresh; one minute by default. */
  staleTime?: number;
}

/** An operation's result. The same call is not repeated, or charged again, within a minute. */
export function useOperation<I extends OperationId>(
  id: I,
  input: InputOf<I>,
  options: QueryOptions = {},
): UseQueryResult<OutputOf<I>> {
  return useQuery<OutputOf<I>>({
    queryKey: [id, input],
    queryFn: ({ signal }) => call(id, input, signal),
    ...options,
  });
}

/** How often something that changes is asked for while the stream of the tab is closed. */
const FALLBACK_MILLISECONDS = 5_000;

/** An operation's result that changes by itself: kept up to date for as long as `isChanging` says so. */
export function useLiveOperation<I extends LiveOperationId & OperationId>(
  id: I,
  input: InputOf<I>,
  isChanging: (data: OutputOf<I>) => boolean,
  options: QueryOptions = {},
): UseQueryResult<OutputOf<I>> {
  const client = useQueryClient();
  const isConnected = useIsConnected();
  const query = useQuery<OutputOf<I>>({
    queryKey: [id, input],
    queryFn: ({ signal }) => call(id, input, signal),
    refetchInterval: ({ state: { data } }) =>
      data && isChanging(data) && !isConnected ? FALLBACK_MILLISECONDS : false,
    ...options,
  });
  const isWatched = query.data !== undefined && isChanging(query.data);
  const about = JSON.stringify(input);
  useEffect(() => {
    if (!isWatched) return undefined;
    const queryKey = [id, JSON.parse(about)];
    return watch({
      id,
      input: JSON.parse(about) as object,
      onData: (data) => client.setQueryData(queryKey, data),
      // It does not exist any more: asking once more says so.
      onEnd: () => void client.invalidateQueries({ queryKey }),
    });
  }, [isWatched, id, about, client]);
  return query;
}

export function useAction<I extends ActionId>(
  id: I,
  input: ActionInput<I>,
  options: QueryOptions = {},
): UseQueryResult<ActionOutput<I>> {
  return useQuery<ActionOutput<I>>({ queryKey: [id, input], queryFn: () => act(id, input), ...options });
}

/** An action whose success invalidates the given queries. */
export const useActionMutation = <I extends ActionId>(id: I, changes: readonly QueryId[] = []) =>
  useGuardedMutation<ActionInput<I>, ActionOutput<I>>((input) => act(id, input), changes);

/** An operation that runs on demand rather than on render. */
export const useOperationMutation = <I extends OperationId>(id: I, changes: readonly QueryId[] = []) =>
  useGuardedMutation<InputOf<I>, OutputOf<I>>((input) => call(id, input), changes);

/**
 * A question that is answered and paid for also while another page is shown: the answer reaches `onAnswer` in any case,
 * and until then `isPending` is true wherever the question is asked from.
 */
export function useQuestion<I extends OperationId>(
  id: I,
  place: string,
  onAnswer: (output: OutputOf<I>, input: InputOf<I>) => void,
) {
  const mutationKey = [id, place];
  const isPending = useIsMutating({ mutationKey }) > 0;
  const client = useQueryClient();
  const ask = useMutation<OutputOf<I>, Error, InputOf<I>>({
    mutationKey,
    mutationFn: (input) => call(id, input),
    onSuccess: onAnswer,
  });
  const mutate: typeof ask.mutate = (...request) => {
    if (client.isMutating({ mutationKey }) === 0) ask.mutate(...request);
  };
  return { isPending, error: ask.error, mutate };
}

type QueryId = ActionId | OperationId;

function useGuardedMutation<Input, Output>(
  run: (input: Input) => Promise<Output>,
  changes: readonly QueryId[],
) {
  const client = useQueryClient();
  const isRunning = useRef(false);
  const change = useMutation<Output, Error, Input>({
    // Free for the next call as soon as this one has its answer, also while lists are loaded again.
    mutationFn: (input) =>
      run(input).finally(() => {
        isRunning.current = false;
      }),
    // What follows a change, such as opening what was created, sees the lists as they are after it.
    onSuccess: () => Promise.all(changes.map((changed) => client.invalidateQueries({ queryKey: [changed] }))),
  });
  // A ref, because `isPending` only changes on the next render: a second Enter could be quicker, and calls
  // cost credits.
  const mutate: typeof change.mutate = (...request) => {
    if (isRunning.current) return;
    isRunning.current = true;
    change.mutate(...request);
  };
  return { ...change, mutate };
}
