import { useState } from "react";
import { call, type InputOf, type OutputOf } from "../../api/operations.ts";
import { useServiceDocument } from "../../api/service-document.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile, toCsv } from "../../ui/download.ts";
import { Checkbox, Field, Select } from "../../ui/field.tsx";
import { formatSecond, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { useSearch } from "../../ui/router.tsx";
import { Card, Empty } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Status } from "../home/recent-calls.tsx";
import { Section } from "./section.tsx";

const { audit: words } = texts.settings;
type Entry = OutputOf<"account.audit">[number];
type Query = InputOf<"account.audit">;
const PAGE = 50;
const CSV_PAGES = 10;
const CSV_PAGE = 100;

export function AuditSection() {
  const [search, setSearch] = useSearch();
  const [offset, setOffset] = useState(0);
  const keys = useOperation("keys.list", {});
  const members = useOperation("members.list", {});
  const document = useServiceDocument();
  const filter: Query = {};
  for (const name of ["operation_id", "key_id", "user_id"] as const) {
    const value = search.get(name);
    if (value !== null) filter[name] = value;
  }
  const hidesReads = search.get("reads") === null;
  const entries = useOperation("account.audit", {
    ...filter,
    hide_page_reads: hidesReads,
    limit: PAGE,
    offset,
  });
  const nameOf = new Map([
    ...(keys.data ?? []).map(({ key_id, name }) => [key_id, name] as const),
    ...(members.data ?? []).map(({ member_id, name }) => [member_id, name] as const),
  ]);
  const change = (name: string) => (event: { target: { value: string } }) => {
    setOffset(0);
    setSearch({ [name]: event.target.value });
  };
  const choices = (rows: readonly { id: string; name: string }[] | undefined) => [
    { value: "", label: texts.ui.any },
    ...(rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Section
      about={words.about}
      actions={
        <Button title={words.csvHint} onClick={() => void saveTrail(filter)}>
          {texts.ui.downloadCsv}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
        <Field
          label={words.operation}
          list="operations"
          value={search.get("operation_id") ?? ""}
          onChange={change("operation_id")}
        />
        <datalist id="operations">
          {document.data?.operations.map(({ id }) => (
            <option key={id} value={id} />
          ))}
        </datalist>
        <Select
          label={words.key}
          choices={choices(keys.data?.map(({ key_id, name }) => ({ id: key_id, name })))}
          value={search.get("key_id") ?? ""}
          onChange={change("key_id")}
        />
        <Select
          label={words.member}
          choices={choices(members.data?.map(({ member_id, name }) => ({ id: member_id, name })))}
          value={search.get("user_id") ?? ""}
          onChange={change("user_id")}
        />
      </div>
      <Checkbox
        label={words.showReads}
        checked={!hidesReads}
        onChange={(event) => {
          setOffset(0);
          setSearch({ reads: event.target.checked ? "shown" : null });
        }}
      />
      <Card flush className="min-h-96">
        <QueryView
          query={entries}
          rows={10}
          isEmpty={(rows) => rows.length === 0}
          empty={<Empty title={words.none} />}
        >
          {(rows) => (
            <Table
              caption={texts.settings.sections.audit}
              columns={columnsWith(nameOf)}
              rows={rows}
              rowKey={(row) => row.request_id + row.at}
            />
          )}
        </QueryView>
      </Card>
      <div className="flex justify-end gap-2">
        <Button disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
          {texts.ui.previous}
        </Button>
        <Button disabled={(entries.data?.length ?? 0) < PAGE} onClick={() => setOffset(offset + PAGE)}>
          {texts.ui.next}
        </Button>
      </div>
    </Section>
  );
}

async function saveTrail(filter: Query): Promise<void> {
  const rows: Entry[] = [];
  for (let page = 0; page < CSV_PAGES; page++) {
    const more = await call("account.audit", { ...filter, limit: CSV_PAGE, offset: page * CSV_PAGE });
    rows.push(...more);
    if (more.length < CSV_PAGE) break;
  }
  saveFile("audit.csv", "text/csv", toCsv(rows));
}

function columnsWith(nameOf: Map<string, string>): Column<Entry>[] {
  return [
    {
      head: words.columns.time,
      cell: ({ at }) => <span className="whitespace-nowrap">{formatSecond(at)}</span>,
    },
    {
      head: words.columns.operation,
      cell: ({ operation_id }) => <span className="font-mono text-xs">{operation_id}</span>,
    },
    {
      head: words.columns.who,
      wideOnly: true,
      cell: ({ key_id, user_id, client_id }) => {
        const id = key_id ?? user_id;
        return [id === null ? null : (nameOf.get(id) ?? id), client_id].filter(Boolean).join(" · ") || "–";
      },
    },
    { head: words.columns.address, wideOnly: true, cell: ({ address }) => address ?? "–" },
    {
      head: words.columns.status,
      cell: ({ status, error_code }) => (
        <span title={error_code ?? undefined}>
          <Status status={status} />
        </span>
      ),
    },
    { head: words.columns.credits, number: true, cell: ({ credits }) => formatWhole(credits) },
    {
      head: words.columns.duration,
      number: true,
      wideOnly: true,
      cell: ({ duration_ms }) => formatWhole(duration_ms),
    },
  ];
}
