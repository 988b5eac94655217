import type { OutputOf } from "../../api/operations.ts";
import { useLiveOperation, useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatMoment, formatSince, formatWhole } from "../../ui/format.ts";
import { InlineCode } from "../../ui/inline-code.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Badge, Card, Empty } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";

const { data: words, home } = texts;
const TONES = { running: "accent", done: "good", failed: "bad" } as const;

type Source = OutputOf<"ingest.sources">["sources"][number];
type Run = NonNullable<Source["newest_run"]>;

/** Every source with its last load, its schedule and the rows that were rejected; news feeds below. */
export function SourcesSection() {
  const health = useLiveOperation("ingest.sources", {}, () => true);
  return (
    <div className="space-y-4">
      <QueryView query={health} rows={8} tall>
        {({ sources }) => (
          <>
            {sources.filter(isUsed).map((source) => (
              <SourceCard key={source.name} source={source} />
            ))}
            <Unused sources={sources.filter((source) => !isUsed(source))} />
          </>
        )}
      </QueryView>
      <NewsImport />
    </div>
  );
}

const isUsed = ({ newest_run, schedules }: Source) => newest_run !== null || schedules.length > 0;

function SourceCard({ source }: { source: Source }) {
  const { title, about, licence, newest_run: run, schedules } = source;
  return (
    <Card title={title} aside={run && <Badge tone={TONES[run.state]}>{home.states[run.state]}</Badge>}>
      <p className="text-dim">
        <InlineCode text={about} />
      </p>
      {licence && <p className="text-dim text-xs">{words.licence(licence)}</p>}
      {run && <LastRun run={run} />}
      {schedules.map(({ location, every_minutes, next_at, reason }) => (
        <p key={location} className="mt-2 break-words">
          {words.scheduled(location || words.publisher, formatWhole(every_minutes), formatSince(next_at))}
          {reason !== null && <span className="block text-bad">{reason}</span>}
        </p>
      ))}
    </Card>
  );
}

function LastRun({ run }: { run: Run }) {
  const figures: [string, number][] = [
    [words.added, run.added],
    [words.changed, run.changed],
    [words.unchanged, run.unchanged],
    [words.skipped, run.skipped],
    [words.rejected, run.rejected],
    [words.suspicious, run.warned],
  ];
  return (
    <>
      <p className="mt-3 text-dim text-xs">
        {[run.location, formatMoment(run.finished_at ?? run.changed_at)].filter(Boolean).join(" · ")}
      </p>
      {run.reason !== null && <p className="mt-1 break-words text-bad">{run.reason}</p>}
      <dl className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {figures.map(([name, count]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-dim">{name}</dt>
            <dd className="font-medium tabular-nums">{formatWhole(count)}</dd>
          </div>
        ))}
      </dl>
      <Issues title={words.rejectedRows} issues={run.rejections} />
      <Issues title={words.suspiciousRows} issues={run.warnings} />
    </>
  );
}

function Issues({ title, issues }: { title: string; issues: Run["rejections"] }) {
  if (issues.length === 0) return null;
  return (
    <details className="mt-2">
      <summary className="w-fit rounded-md">{title}</summary>
      <ul className="mt-2 space-y-2">
        {issues.map(({ line, reason, excerpt }) => (
          <li key={`${line} ${reason}`}>
            <p>{words.line(formatWhole(line), reason)}</p>
            <p className="break-all font-mono text-dim text-xs">{excerpt}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

const UNUSED_COLUMNS: readonly Column<Source>[] = [
  { head: words.source, cell: ({ title }) => <span className="whitespace-nowrap font-medium">{title}</span> },
  {
    head: words.sourceAbout,
    wideOnly: true,
    cell: ({ about }) => (
      <span className="block min-w-64 max-w-2xl py-1 text-dim">
        <InlineCode text={about} />
      </span>
    ),
  },
  {
    head: words.command,
    cell: ({ name }) => <code className="whitespace-nowrap text-xs">{`florin ingest ${name}`}</code>,
  },
];

/** Sources that nothing was loaded from, with the command that does it. */
function Unused({ sources }: { sources: readonly Source[] }) {
  if (sources.length === 0) return null;
  return (
    <Card title={words.unused} flush>
      <p className="-mt-1 mb-3 px-5 text-dim">{words.unusedHint}</p>
      <Table caption={words.unused} columns={UNUSED_COLUMNS} rows={sources} rowKey={({ name }) => name} />
    </Card>
  );
}

function NewsImport() {
  const news = useOperation("ingest.news", {});
  return (
    <Card title={words.news} flush>
      <p className="mb-3 px-5 text-dim">
        {words.newsHint} <code className="break-all font-mono text-xs">florin news add-feed &lt;url&gt;</code>{" "}
        <code className="break-all font-mono text-xs">florin news import &lt;file&gt;</code>
      </p>
      <QueryView
        query={news}
        isEmpty={({ feeds, counts }) => feeds.length + counts.length === 0}
        empty={<Empty title={words.noNews} />}
      >
        {({ feeds, counts }) => (
          <>
            {feeds.length > 0 && (
              <Table
                caption={words.feeds}
                columns={[
                  { head: words.feed, cell: ({ url }) => <span className="break-all">{url}</span> },
                  { head: words.lastResult, cell: ({ last_result }) => last_result },
                  {
                    head: words.nextLoad,
                    wideOnly: true,
                    cell: ({ next_poll_at }) => formatSince(next_poll_at),
                  },
                ]}
                rows={feeds}
                rowKey={({ url }) => url}
              />
            )}
            {counts.length > 0 && (
              <Table
                caption={words.imported}
                columns={[
                  { head: words.feed, cell: ({ origin }) => <span className="break-all">{origin}</span> },
                  {
                    head: words.lastResult,
                    cell: ({ reason, last_detail }) => <span title={last_detail}>{reason}</span>,
                  },
                  { head: words.articles, number: true, cell: ({ items }) => formatWhole(items) },
                ]}
                rows={counts}
                rowKey={({ origin, reason }) => `${origin} ${reason}`}
              />
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}
