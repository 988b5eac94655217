import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { PRICES } from "../../api/prices.ts";
import { requestFile } from "../../api/request.ts";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { saveFile } from "../../ui/download.ts";
import { formatDay, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Alert, Card, Empty } from "../../ui/surface.tsx";
import { Toggles } from "../../ui/toggles.tsx";
import { type OpenPlace, StatementTable } from "./statement-table.tsx";
import type { CellView } from "./statement-view.ts";

const { financials: words } = texts;
const PERIODS = 5;
const STATEMENTS_PATH = "/v1/financial/statements";
const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

type Answer = OutputOf<"financials.statements">;
type Kind = Answer["statements"][number]["statement"];

/** These differ from company to company: only the report's own rows exist. */
const OWN_ROWS: readonly Kind[] = ["equity", "segments"];

const choices = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));

/** The statements of a company over the years, or of one report. */
export function Financials(props: {
  subject: { svc_entity_id: string } | { report_id: string };
  onOpen?: OpenPlace;
}) {
  const { subject, onOpen } = props;
  const [kind, setKind] = useState<Kind>("income");
  const [view, setView] = useState<"standard" | "as_reported">("standard");
  const [frequency, setFrequency] = useState<"annual" | "interim">("annual");
  const [cells, setCells] = useState<CellView>("values");
  const hasOwnRows = OWN_ROWS.includes(kind);
  const rows = hasOwnRows ? "as_reported" : view;
  const input = { ...subject, view: rows, frequency, periods: PERIODS };
  const answer = useOperation("financials.statements", input);
  const spreadsheet = useMutation({
    mutationFn: async () =>
      saveFile(words.fileName, WORKBOOK, await requestFile(STATEMENTS_PATH, input, WORKBOOK)),
  });
  return (
    <Card
      title={words.title}
      flush
      className="min-h-64"
      aside={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Toggles label={words.statement} choices={choices(words.kinds)} chosen={kind} onChoose={setKind} />
          {!hasOwnRows && (
            <Toggles label={words.rows} choices={choices(words.rowViews)} chosen={view} onChoose={setView} />
          )}
          {"svc_entity_id" in subject && (
            <Toggles
              label={words.periods}
              choices={choices(words.frequencies)}
              chosen={frequency}
              onChoose={setFrequency}
            />
          )}
          <Toggles label={words.show} choices={choices(words.views)} chosen={cells} onChoose={setCells} />
          <Button busy={spreadsheet.isPending} onClick={() => spreadsheet.mutate()}>
            <Download size={15} aria-hidden />
            {words.spreadsheet(texts.ui.credits(formatWhole(PRICES["financials.statements"])))}
          </Button>
        </div>
      }
    >
      {spreadsheet.error && <Alert error={spreadsheet.error} />}
      <QueryView
        query={answer}
        rows={8}
        isEmpty={({ statements }) => statements.length === 0}
        empty={<Empty title={words.none}>{words.noneHint}</Empty>}
      >
        {(data) => <Statements {...{ data, kind, cells, onOpen }} />}
      </QueryView>
    </Card>
  );
}

/** Changes in equity are one table for each period, all of one title. */
function nameStatement({ title, columns: [column] }: Answer["statements"][number]): string {
  return column && column.member !== null && column.period_end !== null
    ? `${title} · ${formatDay(column.period_end)}`
    : title;
}

interface StatementsProps {
  data: Answer;
  kind: Kind;
  cells: CellView;
  onOpen: OpenPlace | undefined;
}

function Statements({ data, kind, cells, onOpen }: StatementsProps) {
  const shown = data.statements.filter(({ statement }) => statement === kind);
  return (
    <>
      {shown.length === 0 && <Empty title={words.noStatement} />}
      {shown.map((statement, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same statement may be read from two reports
        <div key={at} className="mb-3">
          {shown.length > 1 && <p className="px-5 py-2 text-dim text-xs">{nameStatement(statement)}</p>}
          <StatementTable statement={statement} view={cells} onOpen={onOpen} />
        </div>
      ))}
      {data.notes.map((note) => (
        <p key={note} className="px-5 pb-3 text-dim text-xs">
          {note}
        </p>
      ))}
    </>
  );
}
