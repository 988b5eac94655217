import { Download } from "lucide-react";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile, toCsv } from "../../ui/download.ts";
import { formatDay } from "../../ui/format.ts";
import { useSearch } from "../../ui/router.tsx";
import { Empty } from "../../ui/surface.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Toggles } from "../../ui/toggles.tsx";
import type { Artifact } from "./changes.ts";
import { GridCell, Legend } from "./grid-cell.tsx";
import { csvRows, sheetsOf } from "./grid-file.ts";
import { type FieldName, fieldsOf, type GridRow, namesOf, onlyChanged, toRows } from "./grid-rows.ts";
import { humanize } from "./humanize.ts";
import type { Builder } from "./use-builders.ts";
import { type EvidenceMap, fieldKey, useEvidence } from "./use-evidence.ts";

const { artifacts: words } = texts.agents;
const LAYOUTS = [
  { value: "companies", label: words.companiesDown },
  { value: "fields", label: words.fieldsDown },
] as const;

interface GridProps {
  rows: readonly GridRow[];
  fields: readonly FieldName[];
  evidence: EvidenceMap | undefined;
  opened: { id: string; field: string } | null;
  onOpen: (id: string, field?: string) => void;
}

/** Companies and every field of the builder, either way round; a value opens its source and history. */
export function ResultGrid(props: {
  builder: Builder;
  artifacts: readonly Artifact[];
  opened: GridProps["opened"];
  onOpen: GridProps["onOpen"];
}) {
  const { builder, artifacts, opened, onOpen } = props;
  const [search, setSearch] = useSearch();
  const isTransposed = search.get("rows") === "fields";
  const isChangedOnly = search.get("changed") === "1";
  const all = { rows: toRows(artifacts), fields: fieldsOf(builder) };
  const { rows, fields } = isChangedOnly ? onlyChanged(all.rows, all.fields) : all;
  const { evidence, isComplete } = useEvidence(all.rows.map(({ artifact }) => artifact.id));
  const grid = { rows, fields, evidence, opened, onOpen };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pb-3">
        <Toggles
          label={words.layout}
          choices={LAYOUTS}
          chosen={isTransposed ? "fields" : "companies"}
          onChoose={(layout) => setSearch({ rows: layout === "fields" ? "fields" : null })}
        />
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            checked={isChangedOnly}
            onChange={(event) => setSearch({ changed: event.target.checked ? "1" : null })}
          />
          {words.changedOnly}
        </label>
        <Legend />
        <Files name={builder.name} rows={rows} fields={fields} evidence={isComplete ? evidence : undefined} />
      </div>
      {rows.length === 0 ? (
        <Empty title={words.noChanges} />
      ) : isTransposed ? (
        <FieldsDown {...grid} />
      ) : (
        <CompaniesDown {...grid} />
      )}
    </>
  );
}

function Files(props: Pick<GridProps, "rows" | "fields" | "evidence"> & { name: string }) {
  const { name, rows, fields, evidence } = props;
  if (rows.length === 0) return null;
  const saveCsv = () =>
    evidence && saveFile(`${name}.csv`, "text/csv", toCsv(csvRows(rows, fields, evidence)));
  const saveXlsx = async () => {
    if (!evidence) return;
    const { writeXlsx, XLSX_TYPE } = await import("../../ui/write-xlsx.ts");
    const content = writeXlsx(sheetsOf(rows, fields, evidence));
    saveFile(`${name}.xlsx`, XLSX_TYPE, new Blob([new Uint8Array(content)]));
  };
  return (
    <div className="flex flex-wrap gap-2 md:ml-auto">
      <Button onClick={saveCsv} disabled={evidence === undefined}>
        <Download size={15} aria-hidden />
        {texts.ui.downloadCsv}
      </Button>
      <Button onClick={() => void saveXlsx()} disabled={evidence === undefined}>
        <Download size={15} aria-hidden />
        {texts.ui.downloadExcel}
      </Button>
    </div>
  );
}

function cellOf({ evidence, opened, onOpen }: GridProps, row: GridRow, field: FieldName) {
  const key = fieldKey(field.group, field.name);
  const { id } = row.artifact;
  return (
    <GridCell
      row={row}
      field={field}
      evidence={evidence?.get(id)?.get(key)}
      isOpen={opened?.id === id && opened.field === key}
      onOpen={() => onOpen(id, key)}
    />
  );
}

function CompaniesDown(props: GridProps) {
  const groups = new Set(props.fields.map(({ group }) => group));
  const columns: Column<GridRow>[] = [
    {
      head: words.columns.company,
      frozen: true,
      cell: ({ artifact }) => (
        <span title={namesOf(artifact)} className="block max-w-32 truncate font-medium sm:max-w-56">
          {namesOf(artifact)}
        </span>
      ),
    },
    {
      head: words.columns.date,
      wideOnly: true,
      cell: ({ artifact }) => (
        <span className="whitespace-nowrap text-dim">{formatDay(artifact.publish_date)}</span>
      ),
    },
    ...props.fields.map((field) => ({
      key: fieldKey(field.group, field.name),
      head: humanize(field.name),
      // The same group above every column says nothing.
      ...(groups.size > 1 && { about: field.group }),
      number: true,
      cell: (row: GridRow) => cellOf(props, row, field),
    })),
  ];
  return (
    <Table caption={words.title} columns={columns} rows={props.rows} rowKey={({ artifact }) => artifact.id} />
  );
}

function FieldsDown(props: GridProps) {
  const groups = new Set(props.fields.map(({ group }) => group));
  const columns: Column<FieldName>[] = [
    {
      head: words.field,
      frozen: true,
      cell: ({ group, name }) => (
        <span className="block max-w-32 truncate font-medium sm:max-w-72">
          {groups.size > 1 && <span className="font-normal text-dim">{group} / </span>}
          {humanize(name)}
        </span>
      ),
    },
    ...props.rows.map((row) => ({
      key: row.artifact.id,
      head: namesOf(row.artifact),
      number: true,
      cell: (field: FieldName) => cellOf(props, row, field),
    })),
  ];
  return (
    <Table
      caption={words.title}
      columns={columns}
      rows={props.fields}
      rowKey={({ group, name }) => fieldKey(group, name)}
    />
  );
}
