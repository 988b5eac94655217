import { Plus } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { formatDay, formatSince, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { useSearch } from "../../ui/router.tsx";
import { Badge, Card, Empty } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { CreateKey, showNewKey } from "./create-key.tsx";
import { Section } from "./section.tsx";

const { keys: words } = texts.settings;
export type Key = OutputOf<"keys.list">[number];
const SCOPES_ALL = 10;

function stateOf({ revoked_at, expires_at }: Key): "active" | "expired" | "revoked" {
  if (revoked_at !== null && Date.parse(revoked_at) <= Date.now()) return "revoked";
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? "expired" : "active";
}

export const isLiveKey = (key: Key): boolean => stateOf(key) === "active";

export function KeysSection() {
  const [search, setSearch] = useSearch();
  const [includesRevoked, setIncludesRevoked] = useState(false);
  const [pending, setPending] = useState<{ key: Key; keyAction: "rotate" | "revoke" } | null>(null);
  const keys = useOperation("keys.list", {});
  const isCreating = search.has("create");
  const columns = columnsWith((key, keyAction) => setPending({ key, keyAction }));
  return (
    <Section
      about={words.about}
      actions={
        <Button kind="first" onClick={() => setSearch({ create: "1" })}>
          <Plus size={16} aria-hidden />
          {words.create}
        </Button>
      }
    >
      <Card flush>
        <QueryView query={keys} rows={4} tall isEmpty={(rows) => rows.length === 0} empty={<NoKeys />}>
          {(rows) => (
            <Table
              caption={texts.settings.sections.keys}
              columns={columns}
              rows={rows.filter((key) => includesRevoked || isLiveKey(key))}
              rowKey={({ key_id }) => key_id}
            />
          )}
        </QueryView>
      </Card>
      <Checkbox
        label={words.showRevoked}
        checked={includesRevoked}
        onChange={(event) => setIncludesRevoked(event.target.checked)}
      />
      {isCreating && <CreateKey onClose={() => setSearch({ create: null })} />}
      {pending && (
        <KeyActionDialog
          target={pending.key}
          keyAction={pending.keyAction}
          onClose={() => setPending(null)}
        />
      )}
    </Section>
  );
}

const NoKeys = () => <Empty title={words.none}>{words.noneHint}</Empty>;

function KeyActionDialog(props: { target: Key; keyAction: "rotate" | "revoke"; onClose: () => void }) {
  const { target, keyAction, onClose } = props;
  const rotate = useOperationMutation("keys.rotate", ["keys.list"]);
  const revoke = useOperationMutation("keys.revoke", ["keys.list"]);
  const { key_id } = target;
  const confirm = async () => {
    if (keyAction === "rotate") showNewKey((await rotate.mutateAsync({ key_id })).key ?? "");
    else await revoke.mutateAsync({ key_id });
    onClose();
  };
  const isRotating = keyAction === "rotate";
  return (
    <Confirm
      title={isRotating ? words.rotate : words.revoke}
      text={isRotating ? words.rotateText(target.name) : words.revokeText(target.name)}
      action={isRotating ? words.rotate : words.revoke}
      busy={rotate.isPending || revoke.isPending}
      error={rotate.error ?? revoke.error}
      onConfirm={() => void confirm().catch(() => {})}
      onClose={onClose}
    />
  );
}

function columnsWith(ask: (key: Key, keyAction: "rotate" | "revoke") => void): Column<Key>[] {
  return [
    {
      head: words.columns.name,
      cell: ({ name, hint }) => (
        <div className="wrap-anywhere min-w-36">
          <span className="font-medium">{name}</span>{" "}
          <span className="font-mono text-dim text-xs">{hint}</span>
        </div>
      ),
    },
    {
      head: words.columns.scopes,
      wideOnly: true,
      cell: ({ scopes }) => (
        <span title={scopes.join(", ")}>
          {scopes.length >= SCOPES_ALL ? words.everything : words.scopeCount(scopes.length)}
        </span>
      ),
    },
    {
      head: words.columns.used,
      wideOnly: true,
      cell: ({ last_used_at }) => (last_used_at === null ? texts.ui.never : formatSince(last_used_at)),
    },
    {
      head: words.columns.expires,
      wideOnly: true,
      cell: ({ expires_at }) => (expires_at === null ? texts.ui.never : formatDay(expires_at)),
    },
    {
      head: words.columns.budget,
      wideOnly: true,
      number: true,
      cell: ({ budget_credits }) => (budget_credits === null ? "–" : formatWhole(budget_credits)),
    },
    {
      head: words.columns.state,
      wideOnly: true,
      cell: (key) => {
        const state = stateOf(key);
        return <Badge tone={state === "active" ? "good" : "plain"}>{words[state]}</Badge>;
      },
    },
    {
      head: texts.ui.actions,
      isHeadHidden: true,
      number: true,
      cell: (key) => {
        if (!isLiveKey(key)) return null;
        return (
          <span className="flex justify-end gap-1">
            <Button kind="bare" onClick={() => ask(key, "rotate")} aria-label={`${words.rotate} ${key.name}`}>
              {words.rotate}
            </Button>
            <Button kind="bare" onClick={() => ask(key, "revoke")} aria-label={`${words.revoke} ${key.name}`}>
              {words.revoke}
            </Button>
          </span>
        );
      },
    },
  ];
}
