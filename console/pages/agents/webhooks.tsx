import { type FormEvent, useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { formatSince, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { showOnce } from "../../ui/shown-once.tsx";
import { Alert, Badge, Card, Empty, Notice, Page } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { VISIBILITY_CHOICES } from "./visibility-choices.ts";

const { hooks: words } = texts.agents;
type Webhook = OutputOf<"events.webhooks">["webhooks"][number];
type Delivery = OutputOf<"events.deliveries">["deliveries"][number];
const TONES = { waiting: "plain", delivered: "good", failed: "bad" } as const;

export function WebhooksPage() {
  const list = useOperation("events.webhooks", {});
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={<BackLink to="/agents" label={texts.agents.back} />}
    >
      <div className="space-y-4">
        <AddWebhook />
        <QueryView
          query={list}
          rows={3}
          tall
          isEmpty={({ webhooks }) => webhooks.length === 0}
          empty={
            <Card>
              <Empty title={words.none} />
            </Card>
          }
        >
          {({ webhooks }) =>
            webhooks.map((webhook) => <WebhookCard key={webhook.webhook_id} webhook={webhook} />)
          }
        </QueryView>
      </div>
    </Page>
  );
}

function AddWebhook() {
  const [visibility, setVisibility] = useState<Webhook["visibility"]>("private");
  const create = useOperationMutation("events.webhook_create", ["events.webhooks"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const url = String(new FormData(form).get("url"));
    create.mutate(
      { url, visibility },
      {
        onSuccess: (created) => {
          showOnce({ title: words.secretTitle, hint: words.secretHint, text: created.secret });
          form.reset();
          setVisibility("private");
        },
      },
    );
  };
  return (
    <Card>
      <form className="flex flex-wrap items-start gap-3" onSubmit={submit}>
        <Field
          label={words.url}
          hint={words.urlHint}
          name="url"
          type="url"
          required
          className="min-w-64 grow"
        />
        <Select
          label={words.visibility}
          hint={words.visibilityHints[visibility]}
          value={visibility}
          choices={VISIBILITY_CHOICES}
          onChange={(event) => setVisibility(event.target.value === "shared" ? "shared" : "private")}
        />
        <Button kind="first" type="submit" busy={create.isPending} className="sm:mt-6">
          {words.add}
        </Button>
      </form>
      {create.error && (
        <div className="mt-3">
          <Alert error={create.error} />
        </div>
      )}
    </Card>
  );
}

function WebhookCard({ webhook }: { webhook: Webhook }) {
  const { webhook_id, url, active, event_types, visibility } = webhook;
  const other = visibility === "shared" ? "private" : "shared";
  const change = useOperationMutation("events.webhook_update", ["events.webhooks"]);
  const remove = useOperationMutation("events.webhook_delete", ["events.webhooks"]);
  const [isDeleting, setIsDeleting] = useState(false);
  const again = useOperationMutation("events.redeliver", ["events.deliveries"]);
  const problem = change.error ?? again.error;
  const deliveries = useOperation("events.deliveries", { webhook_id, limit: 20 });
  const columns: Column<Delivery>[] = [
    { head: words.columns.event, cell: ({ type }) => <code className="text-xs">{type}</code> },
    {
      head: words.columns.state,
      cell: ({ state }) => <Badge tone={TONES[state]}>{words.states[state]}</Badge>,
    },
    {
      head: words.columns.answer,
      wideOnly: true,
      cell: ({ response_status, reason }) => reason ?? response_status ?? "–",
    },
    {
      head: words.columns.attempts,
      number: true,
      wideOnly: true,
      cell: ({ attempts }) => formatWhole(attempts),
    },
    {
      head: words.columns.when,
      cell: ({ last_attempt_at, created_at }) => formatSince(last_attempt_at ?? created_at),
    },
    {
      head: texts.ui.actions,
      number: true,
      cell: ({ delivery_id }) => (
        <Button kind="bare" onClick={() => again.mutate({ delivery_id })}>
          {words.again}
        </Button>
      ),
    },
  ];
  return (
    <Card
      title={<span className="break-all font-mono text-xs">{url}</span>}
      flush
      aside={
        <span className="flex items-center gap-2">
          <Badge tone={active ? "good" : "plain"}>{active ? words.on : words.off}</Badge>
          <Badge>{event_types.length === 0 ? words.all : event_types.join(", ")}</Badge>
          <Badge>{texts.agents.visibilities[visibility]}</Badge>
          <Button onClick={() => change.mutate({ webhook_id, visibility: other })}>
            {words.make[other]}
          </Button>
          <Button onClick={() => change.mutate({ webhook_id, active: !active })}>
            {active ? words.turnOff : words.turnOn}
          </Button>
          <Button kind="bad" onClick={() => setIsDeleting(true)}>
            {words.delete}
          </Button>
        </span>
      }
    >
      {problem && <Alert error={problem} />}
      {isDeleting && (
        <Confirm
          title={words.deleteTitle}
          text={words.deleteText(url)}
          action={words.delete}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ webhook_id })}
          onClose={() => setIsDeleting(false)}
        />
      )}
      <WebhookHealth {...webhook} />
      <QueryView
        query={{ ...deliveries, data: deliveries.data?.deliveries }}
        rows={2}
        isEmpty={(rows) => rows.length === 0}
        empty={<Empty title={words.noDeliveries} />}
      >
        {(rows) => (
          <Table
            caption={words.deliveries}
            columns={columns}
            rows={rows}
            rowKey={({ delivery_id }) => delivery_id}
          />
        )}
      </QueryView>
    </Card>
  );
}

function WebhookHealth({ failing_since, disabled_at, disabled_reason }: Webhook) {
  if (disabled_at !== null)
    return <Notice tone="warn">{words.disabled(formatSince(disabled_at), disabled_reason ?? "")}</Notice>;
  if (failing_since !== null) return <Notice tone="warn">{words.failing(formatSince(failing_since))}</Notice>;
  return null;
}
