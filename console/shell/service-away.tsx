import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useIsAway } from "../api/connection.ts";
import { texts } from "../texts/index.ts";
import { Notice } from "../ui/surface.tsx";

/** Says that the service is away, and loads what failed again when it is back. */
export function ServiceAwayBanner() {
  const isAway = useIsAway();
  const client = useQueryClient();
  useWhenBack(() => {
    void client.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
  });
  if (!isAway) return null;
  return (
    <div role="status" className="sticky top-14 z-10 px-4 pt-4 sm:px-6 lg:top-0">
      <Notice tone="warn">
        <p className="font-semibold">{texts.shell.away}</p>
        <p className="mt-0.5">{texts.shell.awayHint}</p>
      </Notice>
    </div>
  );
}

/** Runs an action each time the service answers again. */
export function useWhenBack(act: () => void): void {
  const isAway = useIsAway();
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway) act();
    wasAway.current = isAway;
  });
}
