import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { formatDay, formatSince } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Badge, Card, Empty } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Section } from "./section.tsx";

const { applications: words } = texts.settings;
type Application = OutputOf<"clients.list">[number];

export function ApplicationsSection() {
  const applications = useOperation("clients.list", {});
  const disconnect = useOperationMutation("clients.disconnect", ["clients.list"]);
  const [pending, setPending] = useState<Application | null>(null);
  const columns: Column<Application>[] = [
    {
      head: words.columns.name,
      cell: ({ client_name, client_id }) => (
        <>
          <span className="font-medium">{client_name ?? words.unnamed}</span>
          <span className="block max-w-64 truncate text-dim text-xs">{client_id}</span>
        </>
      ),
    },
    {
      head: words.columns.scopes,
      wideOnly: true,
      cell: ({ scopes }) => (
        <span className="flex max-w-md flex-wrap gap-1">
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </span>
      ),
    },
    { head: words.columns.since, wideOnly: true, cell: ({ created_at }) => formatDay(created_at) },
    {
      head: words.columns.used,
      cell: ({ last_used_at }) => (last_used_at === null ? texts.ui.never : formatSince(last_used_at)),
    },
    {
      head: texts.ui.actions,
      number: true,
      cell: (application) => (
        <Button kind="bad" onClick={() => setPending(application)}>
          {words.disconnect}
        </Button>
      ),
    },
  ];
  return (
    <Section about={words.about}>
      <Card flush className="min-h-40">
        <QueryView
          query={applications}
          tall
          isEmpty={(rows) => rows.length === 0}
          empty={<Empty title={words.none}>{words.noneHint}</Empty>}
        >
          {(rows) => (
            <Table
              caption={texts.settings.sections.applications}
              columns={columns}
              rows={rows}
              rowKey={({ grant_id }) => grant_id}
            />
          )}
        </QueryView>
      </Card>
      {pending && (
        <Confirm
          title={words.disconnect}
          text={words.disconnectText(pending.client_name ?? words.unnamed)}
          action={words.disconnect}
          busy={disconnect.isPending}
          error={disconnect.error}
          onConfirm={() =>
            disconnect.mutate({ grant_id: pending.grant_id }, { onSuccess: () => setPending(null) })
          }
          onClose={() => setPending(null)}
        />
      )}
    </Section>
  );
}
