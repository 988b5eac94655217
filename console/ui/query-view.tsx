import type { ReactNode } from "react";
import { UnreachableError, useIsAway } from "../api/connection.ts";
import { texts } from "../texts/index.ts";
import { Button } from "./button.tsx";
import { Alert, Skeleton } from "./surface.tsx";

interface QueryState<T> {
  isPending: boolean;
  error: Error | null;
  data?: T | undefined;
  refetch?: () => Promise<unknown>;
}

/** Every result is in one of four states: loading, error, empty or loaded. */
export function QueryView<T>(props: {
  query: QueryState<T>;
  rows?: number;
  tall?: boolean;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { query, rows, tall, isEmpty, empty, children } = props;
  // While the service is away, the whole console says so once, and the parts of a page wait.
  const isWaiting = useIsAway() && query.error instanceof UnreachableError;
  if (query.data !== undefined) return isEmpty?.(query.data) ? empty : children(query.data);
  if (query.error && !isWaiting)
    return (
      <div className="space-y-3 in-data-flush:px-5">
        <Alert error={query.error} />
        {query.refetch && <Button onClick={() => void query.refetch?.()}>{texts.ui.tryAgain}</Button>}
      </div>
    );
  return <Skeleton rows={rows ?? 3} tall={tall ?? false} />;
}
