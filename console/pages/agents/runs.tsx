import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { InputOf, OutputOf } from "../../api/operations.ts";
import { useLiveOperation, useOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { formatSince, formatWhole } from "../../ui/format.ts";
import { List, ListRow } from "../../ui/list.tsx";
import { Price } from "../../ui/price.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Alert, Badge, Card, type Tone } from "../../ui/surface.tsx";
import type { Builder } from "./use-builders.ts";

const { run: words } = texts.agents;
type Run = OutputOf<"agents.runs">["runs"][number];
const SHOWN_MAX = 8;

const isOver = ({ finished_at }: Run) => finished_at !== null;

export function Runs({ builder }: { builder: Builder }) {
  const client = useQueryClient();
  const [everything, setEverything] = useState(false);
  const query = { agent_id: builder.id, limit: SHOWN_MAX };
  const runs = useLiveOperation("agents.runs", query, (data) => !data.runs.every(isOver));
  const start = useOperationMutation("agents.run", ["agents.runs"]);
  const doneCount = runs.data?.runs.filter(isOver).length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: artifacts are refetched when another run has finished
  useEffect(() => {
    for (const changed of ["agents.outputs", "agents.quote", "account.balance"])
      void client.invalidateQueries({ queryKey: [changed] });
  }, [doneCount, client]);
  return (
    <Card title={words.title}>
      <div className="space-y-3">
        <Checkbox
          label={words.everything}
          checked={everything}
          onChange={(event) => setEverything(event.target.checked)}
        />
        {(["data", "report"] as const).map((agent_type) => (
          <RunButton
            key={agent_type}
            kind={agent_type === "data" ? "first" : "second"}
            input={{ agent_id: builder.id, agent_type, everything }}
            start={start}
          />
        ))}
        {start.error && <Alert error={start.error} />}
        <QueryView
          query={runs}
          rows={3}
          isEmpty={(data) => data.runs.length === 0}
          empty={<p className="text-dim">{words.none}</p>}
        >
          {(data) => (
            <div className="-mx-5 -mb-5">
              <List live>
                {data.runs.map((run) => (
                  <RunLine key={run.run_id} run={run} />
                ))}
              </List>
            </div>
          )}
        </QueryView>
      </div>
    </Card>
  );
}

/** Each kind of run tracks what it has read and has its own price. */
function RunButton(props: {
  kind: "first" | "second";
  input: InputOf<"agents.run"> & { agent_type: "data" | "report" };
  start: { isPending: boolean; mutate: (input: InputOf<"agents.run">) => void };
}) {
  const { kind, input, start } = props;
  const quote = useOperation("agents.quote", input);
  return (
    <div className="space-y-1">
      <Button kind={kind} busy={start.isPending} onClick={() => start.mutate(input)}>
        {words[input.agent_type]}
        {quote.data && <Price credits={quote.data.credits} />}
      </Button>
      <p className="text-dim text-xs">{quote.data ? describeQuote(quote.data) : "…"}</p>
    </div>
  );
}

function describeQuote({ credits, companies, reports }: OutputOf<"agents.quote">): string {
  if (companies === 0) return words.nothingNew;
  return words.quote(formatWhole(credits), formatWhole(companies), formatWhole(reports));
}

const TONES: Record<string, Tone> = { done: "good", failed: "bad", running: "accent" };

function RunLine({ run }: { run: Run }) {
  const cancel = useOperationMutation("agents.cancel", ["agents.runs"]);
  return (
    <ListRow
      title={words.kinds[run.agent_type]}
      about={run.reason ?? undefined}
      lead={<Badge tone={TONES[run.state] ?? "plain"}>{words.states[run.state]}</Badge>}
    >
      {isOver(run) ? (
        <span className="text-dim text-xs">
          {texts.ui.credits(formatWhole(run.charged_credits))} ·{" "}
          {formatSince(run.started_at ?? run.created_at)}
        </span>
      ) : (
        <>
          <progress
            className="w-24"
            aria-label={words.columns.progress}
            max={Math.max(1, run.companies_total)}
            value={run.companies_total === 0 ? undefined : run.companies_done}
          />
          <Button kind="bare" busy={cancel.isPending} onClick={() => cancel.mutate({ run_id: run.run_id })}>
            {words.cancel}
          </Button>
        </>
      )}
    </ListRow>
  );
}
