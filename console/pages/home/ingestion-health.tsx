import type { OutputOf } from "../../api/operations.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatSince, formatWhole } from "../../ui/format.ts";
import { List, ListRow } from "../../ui/list.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Badge, Card, Empty } from "../../ui/surface.tsx";

const { home } = texts;
const TONES = { running: "accent", done: "good", failed: "bad" } as const;

type Source = OutputOf<"ingest.sources">["sources"][number];

export function IngestionHealth() {
  const health = useOperation("ingest.sources", {});
  return (
    <Card title={home.ingestion} flush>
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
              <List>
                {loaded.map((source) => (
                  <SourceLine key={source.name} source={source} />
                ))}
              </List>
              {loaded.length < sources.length && (
                <p className="border-line border-t px-5 py-2 text-dim text-xs">
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
  const problems = [
    run?.reason,
    ...failing.map(({ location, reason }) => home.scheduledFailed(location, reason ?? "")),
  ].filter((problem) => typeof problem === "string");
  const state = failing.length > 0 ? "failed" : run?.state;
  return (
    <ListRow
      title={title}
      about={problems.length > 0 ? problems.join(" ") : details.filter(Boolean).join(" · ")}
    >
      {state ? <Badge tone={TONES[state]}>{home.states[state]}</Badge> : <Badge>{home.never}</Badge>}
    </ListRow>
  );
}
