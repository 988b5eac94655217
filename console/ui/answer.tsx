import type { ReactNode } from "react";
import { texts } from "../texts/index.ts";
import { Button } from "./button.tsx";
import { Alert, Waiting } from "./surface.tsx";

interface Asked<T> {
  isPending: boolean;
  error: Error | null;
  data?: T | undefined;
  refetch?: () => Promise<unknown>;
}

/** Loading, error, empty or full: every answer shows one of the four. */
export function Answered<T>(props: {
  asked: Asked<T>;
  rows?: number;
  tall?: boolean;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { asked, rows, tall, isEmpty, empty, children } = props;
  if (asked.data !== undefined) return isEmpty?.(asked.data) ? empty : children(asked.data);
  if (asked.error)
    return (
      <div className="space-y-3 in-data-flush:px-5">
        <Alert error={asked.error} />
        {asked.refetch && <Button onClick={() => void asked.refetch?.()}>{texts.ui.tryAgain}</Button>}
      </div>
    );
  return <Waiting rows={rows ?? 3} tall={tall ?? false} />;
}
