import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatSince, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Badge, Card, Empty } from "../../ui/surface.tsx";

const { home } = texts;
const TONES = { running: "accent", done: "good", failed: "bad" } as const;

type Source = OutputOf<"ingest.sources">["sources"][number];

export function IngestionHealth() {
  const health = useOperation("ingest.sources", {});
  return (
    <Card title={home.ingestion}>
      <QueryView
        query={health}
        rows={5}
        isEmpty={({ sources }) => sources.length === 0}
        empty={<Empty title={home.noSources} />}
      >
        {({ sources }) => {
          const loaded = sources.filter(({ newest_run, next_at }) => newest_run !== null || next_at !== null);
          return (
            <>
              <ul className="space-y-3">
                {loaded.map((source) => (
                  <SourceLine key={source.name} source={source} />
                ))}
              </ul>
              {loaded.length < sources.length && (
                <p className="mt-3 text-dim text-xs">
                  {home.notLoaded(formatWhole(sources.length - loaded.length))}
                </p>
              )}
            </>
          );
        }}
      </QueryView>
    </Card>
  );
}

function SourceLine({ source: { title, newest_run: run, next_at, schedules } }: { source: Source }) {
  // The latest load may be for another location than the one that keeps failing.
  const failing = schedules.filter(({ reason }) => reason !== null && reason !== run?.reason);
  const details = [
    run && home.rows(formatWhole(run.added + run.changed + run.unchanged)),
    run && run.rejected > 0 && home.rejected(formatWhole(run.rejected)),
    run && run.warned > 0 && home.warned(formatWhole(run.warned)),
    run && formatSince(run.finished_at ?? run.changed_at),
    next_at && (Date.parse(next_at) <= Date.now() ? home.dueNow : home.nextRun(formatSince(next_at))),
  ];
  const state = failing.length > 0 ? "failed" : run?.state;
  return (
    <li>
      <p className="flex items-center justify-between gap-3">
        <span className="truncate">{title}</span>
        {state ? <Badge tone={TONES[state]}>{home.states[state]}</Badge> : <Badge>{home.never}</Badge>}
      </p>
      <p className="text-dim text-xs">{run?.reason ?? details.filter(Boolean).join(" · ")}</p>
      {failing.map(({ location, reason }) => (
        <p key={location} className="break-words text-bad text-xs">
          {home.scheduledFailed(location, reason ?? "")}
        </p>
      ))}
    </li>
  );
}
