import { Download } from "lucide-react";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { saveFile, toCsv } from "../../ui/download.ts";
import { formatDay, formatFigure } from "../../ui/format.ts";
import { type Column, Table } from "../../ui/table.tsx";
import { type Artifact, findEarlier, hasChanged } from "./changes.ts";
import { showValue } from "./show-value.ts";
import type { Builder } from "./use-builders.ts";
import { type Evidence, type EvidenceMap, fieldKey, useEvidence } from "./use-evidence.ts";

const { artifacts: words } = texts.agents;

interface FieldName {
  group: string;
  name: string;
}

/** Companies down, every field of the builder across; a value opens its source. */
export function ResultGrid(props: {
  builder: Builder;
  artifacts: readonly Artifact[];
  onOpen: (id: string, field?: string) => void;
}) {
  const { builder, artifacts, onOpen } = props;
  const fields = Object.entries(builder.field_mapping).flatMap(([group, list]) =>
    Object.keys(list).map((name) => ({ group, name })),
  );
  const { data: evidence } = useEvidence(artifacts.map(({ id }) => id));
  const save = () => saveFile(`${builder.name}.csv`, "text/csv", toCsv(csvRows(artifacts, fields, evidence)));
  return (
    <>
      <div className="px-5 pb-3">
        <Button onClick={save} disabled={evidence === undefined}>
          <Download size={15} aria-hidden />
          {texts.ui.downloadCsv}
        </Button>
      </div>
      <Table
        caption={words.title}
        columns={columnsOf(fields, { earlier: findEarlier(artifacts), evidence, onOpen })}
        rows={artifacts}
        rowKey={({ id }) => id}
      />
    </>
  );
}

const companiesOf = ({ company_list }: Artifact): string => company_list.map(({ name }) => name).join(", ");

function columnsOf(
  fields: readonly FieldName[],
  options: {
    earlier: ReadonlyMap<string, Artifact>;
    evidence: EvidenceMap | undefined;
    onOpen: (id: string, field?: string) => void;
  },
): Column<Artifact>[] {
  const { earlier, evidence, onOpen } = options;
  return [
    {
      head: words.columns.company,
      frozen: true,
      cell: (artifact) => <span className="block min-w-28 font-medium">{companiesOf(artifact)}</span>,
    },
    {
      head: words.columns.date,
      wideOnly: true,
      cell: ({ publish_date }) => <span className="whitespace-nowrap">{formatDay(publish_date)}</span>,
    },
    {
      head: texts.ui.actions,
      cell: ({ id }) => <Button onClick={() => onOpen(id)}>{words.open}</Button>,
    },
    ...fields.map(({ group, name }) => ({
      key: fieldKey(group, name),
      head: humanize(name),
      about: group,
      number: true,
      cell: (artifact: Artifact) => {
        const before = earlier.get(artifact.id);
        const isChanged = hasChanged(artifact, before, group, name);
        return (
          <GridCell
            value={artifact.extract_json?.[group]?.[name]}
            evidence={evidence?.get(artifact.id)?.get(fieldKey(group, name))}
            previous={isChanged ? before?.extract_json?.[group]?.[name] : undefined}
            onOpen={() => onOpen(artifact.id, fieldKey(group, name))}
          />
        );
      },
    })),
  ];
}

/** `net_income` as people write it. */
const humanize = (name: string): string =>
  name.replaceAll("_", " ").replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

const CURRENCY = /^[A-Z]{3}$/;

function formatCell(value: unknown, unit: string | null): string {
  if (typeof value !== "number" || unit === null) return showValue(value);
  if (CURRENCY.test(unit)) return formatFigure(value, unit);
  return `${showValue(value)} ${unit}`;
}

/** A value with its unit. Highlighted where it changed, with the previous value, or could not be verified. */
function GridCell(props: {
  value: unknown;
  evidence: Evidence | undefined;
  previous: unknown;
  onOpen: () => void;
}) {
  const { value, evidence, previous, onOpen } = props;
  if (value === null || value === undefined) return <span className="text-dim">{showValue(value)}</span>;
  const isChanged = previous !== undefined;
  const unit = evidence?.unit ?? null;
  const isNumber = typeof value === "number";
  return (
    <button
      type="button"
      title={evidence && words.verdicts[evidence.verdict]}
      onClick={onOpen}
      className={classNames(
        "rounded-md px-1.5 py-0.5 hover:underline",
        isNumber ? "whitespace-nowrap text-right" : "w-56 text-left",
        (isChanged || evidence?.verdict === "not_verified") && "bg-warn-soft text-warn",
      )}
    >
      <span className="line-clamp-2">{formatCell(value, unit)}</span>
      {isChanged && <span className="block text-xs">{words.changed(formatCell(previous, unit))}</span>}
    </button>
  );
}

/** Exact numbers, with the unit in a column of its own. */
function csvRows(
  artifacts: readonly Artifact[],
  fields: readonly FieldName[],
  evidence: EvidenceMap | undefined,
) {
  return artifacts.map((artifact) => {
    const row: Record<string, string | number | null> = {
      company: companiesOf(artifact),
      published: artifact.publish_date,
    };
    for (const { group, name } of fields) {
      const value = artifact.extract_json?.[group]?.[name] ?? null;
      row[`${group} / ${name}`] = value === null || typeof value === "number" ? value : showValue(value);
      row[`${group} / ${name} unit`] = evidence?.get(artifact.id)?.get(fieldKey(group, name))?.unit ?? null;
    }
    return row;
  });
}
