import { type UseQueryResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type ActionId, type ActionInput, type ActionOutput, act } from "./actions.ts";
import { call, type InputOf, type OperationId, type OutputOf } from "./operations.ts";

interface QueryOptions {
  enabled?: boolean;
  refetchInterval?: number | false;
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
