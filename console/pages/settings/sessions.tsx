import type { OutputOf } from "../../api/operations.ts";
import { useOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoment, formatSince } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Badge, Card } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Section } from "./section.tsx";

const { sessions: words } = texts.settings;
type Session = OutputOf<"sessions.list">[number];

/** User agent strings are long and repetitive; people want "Firefox on Linux". */
function deviceOf(userAgent: string): string {
  const browser = /Edg|Firefox|Chrome|Safari/.exec(userAgent)?.[0]?.replace("Edg", "Edge");
  const system = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(userAgent)?.[0];
  return [browser, system].filter(Boolean).join(" · ") || userAgent.slice(0, 40);
}

export function SessionsSection() {
  const sessions = useOperation("sessions.list", {});
  const end = useOperationMutation("sessions.end", ["sessions.list"]);
  const endOthers = useOperationMutation("sessions.end_others", ["sessions.list"]);
  const columns: Column<Session>[] = [
    {
      head: words.columns.device,
      cell: ({ user_agent, is_current }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span title={user_agent}>{deviceOf(user_agent)}</span>
          {is_current && <Badge tone="accent">{words.current}</Badge>}
        </span>
      ),
    },
    { head: words.columns.address, wideOnly: true, cell: ({ address }) => address },
    { head: words.columns.since, wideOnly: true, cell: ({ created_at }) => formatMoment(created_at) },
    {
      head: words.columns.seen,
      cell: ({ last_seen_at }) => <span className="whitespace-nowrap">{formatSince(last_seen_at)}</span>,
    },
    {
      head: texts.ui.actions,
      number: true,
      cell: ({ session_id, is_current }) =>
        !is_current && (
          <Button kind="bad" onClick={() => end.mutate({ session_id })}>
            {words.end}
          </Button>
        ),
    },
  ];
  return (
    <Section
      about={words.about}
      actions={
        <Button
          busy={endOthers.isPending}
          disabled={(sessions.data?.length ?? 0) < 2}
          onClick={() => endOthers.mutate({})}
        >
          {words.endOthers}
        </Button>
      }
    >
      <Card flush>
        <QueryView query={sessions} tall>
          {(rows) => (
            <Table
              caption={texts.settings.sections.sessions}
              columns={columns}
              rows={rows}
              rowKey={({ session_id }) => session_id}
            />
          )}
        </QueryView>
      </Card>
    </Section>
  );
}
