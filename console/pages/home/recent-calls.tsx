import type { OutputOf } from "../../api/operations.ts";
import { RequestFailure } from "../../api/request.ts";
import { useLiveOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { formatMoment, formatSince, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Badge, Empty } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";

const { home } = texts;
const SHOWN_MAX = 10;
type Call = OutputOf<"account.audit">[number];

const COLUMNS: readonly Column<Call>[] = [
  {
    head: home.columns.time,
    cell: ({ at }) => (
      <time dateTime={at} title={formatMoment(at)} className="whitespace-nowrap text-dim">
        {formatSince(at)}
      </time>
    ),
  },
  {
    head: home.columns.operation,
    cell: ({ operation_id }) => <span className="font-mono text-xs">{operation_id}</span>,
  },
  { head: home.columns.by, wideOnly: true, cell: (one) => callerOf(one) },
  { head: home.columns.status, cell: ({ status }) => <Status status={status} /> },
  { head: home.columns.credits, number: true, cell: ({ credits }) => formatWhole(credits) },
];

/** Calls of a page have the channel of the API, but no key. */
const callerOf = ({ channel, key_id, client_id, user_id }: Call): string =>
  key_id === null && client_id === null && user_id !== null
    ? home.console
    : (home.channels[channel] ?? channel);

export function Status({ status }: { status: number }) {
  return <Badge tone={status < 400 ? "good" : status < 500 ? "warn" : "bad"}>{status}</Badge>;
}

export function RecentCalls() {
  const calls = useLiveOperation("account.audit", { limit: SHOWN_MAX, hide_page_reads: true }, () => true);
  if (calls.error instanceof RequestFailure && calls.error.code === "owner_only")
    return <Empty title={home.ownersOnly} />;
  return (
    <div className="min-h-96">
      <QueryView
        query={calls}
        rows={8}
        isEmpty={(rows) => rows.length === 0}
        empty={<Empty title={home.noCalls} />}
      >
        {(rows) => (
          <Table
            caption={home.recentCalls}
            columns={COLUMNS}
            rows={rows}
            rowKey={(row) => row.request_id + row.at}
          />
        )}
      </QueryView>
    </div>
  );
}
