import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { call, type OutputOf } from "../../api/operations.ts";
import { RequestFailure } from "../../api/request.ts";
import { useOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoment, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Alert, Badge, Card, Empty, Notice, type Tone } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";

const { data: words } = texts;
type Entry = OutputOf<"account.ledger">[number];
const PAGE = 50;
const TONES: Partial<Record<Entry["kind"], Tone>> = { grant: "good", refund: "good", charge: "plain" };

/** Every movement of the account's credits, in a chain that can be verified. */
export function LedgerSection() {
  // The sequence before which each page begins; the first page begins at the end.
  const [starts, setStarts] = useState<number[]>([]);
  const before = starts.at(-1);
  const keys = useOperation("keys.list", {});
  const input = { limit: PAGE, ...(before !== undefined && { before }) };
  const entries = useQuery({
    queryKey: ["account.ledger", input],
    queryFn: () => call("account.ledger", input),
    placeholderData: keepPreviousData,
  });
  const nameOf = new Map((keys.data ?? []).map(({ key_id, name }) => [key_id, name]));
  const last = entries.data?.at(-1)?.sequence ?? 1;
  if (entries.error instanceof RequestFailure && entries.error.code === "owner_only")
    return <Empty title={words.ownersOnly} />;
  return (
    <div className="space-y-4">
      <Verify />
      <Card flush className="min-h-96">
        <QueryView
          query={entries}
          rows={10}
          isEmpty={(rows) => rows.length === 0}
          empty={<Empty title={words.noEntries} />}
        >
          {(rows) => (
            <Table
              caption={words.sections.ledger}
              columns={columnsWith(nameOf)}
              rows={rows}
              rowKey={({ sequence }) => String(sequence)}
            />
          )}
        </QueryView>
      </Card>
      <div className="flex justify-end gap-2">
        <Button disabled={starts.length === 0} onClick={() => setStarts(starts.slice(0, -1))}>
          {texts.ui.previous}
        </Button>
        <Button disabled={last <= 1} onClick={() => setStarts([...starts, last])}>
          {texts.ui.next}
        </Button>
      </div>
    </div>
  );
}

function Verify() {
  const verify = useOperationMutation("account.verify_ledger");
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button kind="first" busy={verify.isPending} onClick={() => verify.mutate({})}>
        <ShieldCheck size={15} aria-hidden />
        {words.verify}
      </Button>
      <div aria-live="polite" className="min-w-0 grow">
        {verify.error && <Alert error={verify.error} />}
        {verify.data &&
          (verify.data.faults.length === 0 ? (
            <Notice tone="good">{words.verified(formatWhole(verify.data.entries))}</Notice>
          ) : (
            <Notice tone="bad">
              {verify.data.faults.map(({ sequence, fault }) => (
                <p key={`${sequence} ${fault}`}>{words.fault(formatWhole(sequence), fault)}</p>
              ))}
            </Notice>
          ))}
      </div>
    </div>
  );
}

const columnsWith = (nameOf: Map<string, string>): Column<Entry>[] => [
  { head: words.number, number: true, cell: ({ sequence }) => formatWhole(sequence) },
  {
    head: words.time,
    cell: ({ created_at }) => <span className="whitespace-nowrap">{formatMoment(created_at)}</span>,
  },
  {
    head: words.kind,
    cell: ({ kind }) => <Badge tone={TONES[kind] ?? "plain"}>{words.kinds[kind]}</Badge>,
  },
  { head: words.credits, number: true, cell: ({ credits }) => formatWhole(credits) },
  {
    head: words.operation,
    cell: ({ operation_id }) => <span className="font-mono text-xs">{operation_id ?? "–"}</span>,
  },
  {
    head: words.key,
    wideOnly: true,
    cell: ({ key_id }) => (key_id === null ? "–" : (nameOf.get(key_id) ?? key_id)),
  },
];
