import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectBox } from "../../ui/field.tsx";
import { type Evidence, EvidenceItem, showEvidenceValue, VerdictBadge } from "./evidence-item.tsx";
import { FIELD_TYPES, type FieldType, newRow, type Row } from "./mapping.ts";
import { findTrialResult, type TrialResults } from "./trial-results.ts";

const { form: words, tryOut: tryWords } = texts.agents;
const CELL = "min-h-9 w-full rounded-lg border border-edge/60 bg-card px-3 py-1 text-sm";

/**
 * Groups and fields as a spreadsheet: every cell is editable and Tab moves on. The trial results appear next
 * to them.
 */
export function FieldGrid(props: {
  rows: readonly Row[];
  trialResults: TrialResults | null;
  onChange: (rows: Row[]) => void;
}) {
  const { rows, trialResults, onChange } = props;
  const [shown, setShown] = useState<Evidence | null>(null);
  const change = (id: string, part: Partial<Row>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)));
  const text = (row: Row, index: number, column: "group" | "name" | "label" | "unit") => (
    <input
      className={CELL}
      aria-label={words.row(words.columns[column], index + 1)}
      value={row[column]}
      onChange={(event) => change(row.id, { [column]: event.target.value })}
    />
  );
  const { group, name, ...others } = words.columns;
  const heads = [group, name, ...(trialResults ? [tryWords.value] : []), ...Object.values(others)];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, so the keyboard must reach it */}
      <section className="overflow-x-auto" aria-label={words.fields} tabIndex={0}>
        <table className={classNames("w-full", trialResults ? "min-w-[70rem]" : "min-w-[56rem]")}>
          <thead className="text-left text-dim text-xs">
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className="px-1 pb-1 font-medium">
                  {head}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row.id}>
                <td className="p-1">{text(row, index, "group")}</td>
                <td className="p-1">{text(row, index, "name")}</td>
                {trialResults && (
                  <td className="p-1">
                    <TrialResultCell evidence={findTrialResult(trialResults, row)} onShow={setShown} />
                  </td>
                )}
                <td className="p-1">{text(row, index, "label")}</td>
                <td className="w-32 min-w-28 p-1">
                  <SelectBox
                    className={CELL}
                    aria-label={words.row(words.columns.type, index + 1)}
                    value={row.type}
                    onChange={(event) => change(row.id, { type: event.target.value as FieldType })}
                  >
                    {FIELD_TYPES.map((type) => (
                      <option key={type} value={type}>
                        {words.types[type]}
                      </option>
                    ))}
                  </SelectBox>
                </td>
                <td className="w-28 p-1">{text(row, index, "unit")}</td>
                <td className="w-32 min-w-28 p-1">
                  <SelectBox
                    className={CELL}
                    aria-label={words.row(words.columns.period, index + 1)}
                    value={row.period === "year" ? "" : row.period}
                    onChange={(event) => change(row.id, { period: event.target.value })}
                  >
                    {[
                      ...new Set([...Object.keys(words.periods), row.period === "year" ? "" : row.period]),
                    ].map((period) => (
                      <option key={period} value={period}>
                        {words.periods[period] ?? period}
                      </option>
                    ))}
                  </SelectBox>
                </td>
                <td className="p-1 text-center">
                  <input
                    type="checkbox"
                    className="size-4 accent-accent"
                    aria-label={words.row(words.columns.required, index + 1)}
                    checked={row.required}
                    onChange={(event) => change(row.id, { required: event.target.checked })}
                  />
                </td>
                <td className="p-1">
                  <Button
                    kind="bare"
                    aria-label={words.remove(row.name)}
                    onClick={() => onChange(rows.filter(({ id }) => id !== row.id))}
                  >
                    <Trash2 size={15} aria-hidden />
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Button className="mt-3" onClick={() => onChange([...rows, newRow(rows.at(-1)?.group ?? "")])}>
        <Plus size={15} aria-hidden />
        {words.add}
      </Button>
      {shown && (
        <Dialog title={tryWords.show(shown.field)} onClose={() => setShown(null)} wide>
          <EvidenceItem evidence={shown} isOpen />
        </Dialog>
      )}
    </>
  );
}

function TrialResultCell({
  evidence,
  onShow,
}: {
  evidence: Evidence | null;
  onShow: (one: Evidence) => void;
}) {
  if (!evidence) return <span className="text-dim text-xs">{tryWords.changed}</span>;
  return (
    <button
      type="button"
      onClick={() => onShow(evidence)}
      className="flex min-h-9 w-full min-w-40 items-center justify-between gap-2 rounded-md px-2 text-left hover:bg-soft"
    >
      <span className="line-clamp-2 font-medium tabular-nums">{showEvidenceValue(evidence)}</span>
      <VerdictBadge verdict={evidence.verdict} />
    </button>
  );
}
