import { type FormEvent, useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { formatMomentIn, getLocalTimeZone } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Alert, Badge, Card } from "../../ui/surface.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { describeCron } from "./describe-cron.ts";

const { schedules: words } = texts.agents;
type Schedule = OutputOf<"agents.subscriptions">["subscriptions"][number];
const DEBOUNCE_MILLISECONDS = 300;
const PRESETS = Object.entries(words.presets).map(([value, label]) => ({ value, label }));
const KINDS = (["data", "report"] as const).map((value) => ({ value, label: texts.agents.run.kinds[value] }));

export function Schedules({ agentId }: { agentId: string }) {
  const [isAdding, setIsAdding] = useState(false);
  const list = useOperation("agents.subscriptions", { agent_id: agentId });
  return (
    <Card title={words.title}>
      <QueryView
        query={list}
        rows={2}
        isEmpty={(data) => data.subscriptions.length === 0}
        empty={<p className="text-dim">{words.none}</p>}
      >
        {({ subscriptions }) => (
          <ul className="divide-y divide-line">
            {subscriptions.map((one) => (
              <ScheduleItem key={one.ag_sub_id} schedule={one} />
            ))}
          </ul>
        )}
      </QueryView>
      {isAdding ? (
        <AddSchedule agentId={agentId} onClose={() => setIsAdding(false)} />
      ) : (
        <Button className="mt-3" onClick={() => setIsAdding(true)}>
          {words.add}
        </Button>
      )}
    </Card>
  );
}

function ScheduleItem({ schedule }: { schedule: Schedule }) {
  const { ag_sub_id, subscription_name, active, schedule_cron_expression, time_zone, next_runs } = schedule;
  const change = useOperationMutation("agents.subscription_update", ["agents.subscriptions", "agents.list"]);
  const end = useOperationMutation("agents.unsubscribe", ["agents.subscriptions", "agents.list"]);
  const [isEnding, setIsEnding] = useState(false);
  return (
    <li className="py-3 first:pt-0">
      <p className="flex items-center gap-2 font-medium">
        <span className="wrap-anywhere min-w-0 grow">{subscription_name}</span>
        {!active && <Badge>{words.paused}</Badge>}
      </p>
      <p className="text-dim">
        {describeCron(schedule_cron_expression)} · {time_zone}
      </p>
      <NextRuns runs={next_runs.slice(0, 3)} timeZone={time_zone} />
      <div className="mt-1 flex gap-1">
        <Button
          kind="bare"
          busy={change.isPending}
          onClick={() => change.mutate({ ag_sub_id, active: !active })}
        >
          {active ? words.pause : words.resume}
        </Button>
        <Button kind="bad" onClick={() => setIsEnding(true)}>
          {words.end}
        </Button>
      </div>
      {change.error && <Alert error={change.error} />}
      {isEnding && (
        <Confirm
          title={words.endTitle}
          text={words.endText(subscription_name)}
          action={words.end}
          busy={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate({ ag_sub_id })}
          onClose={() => setIsEnding(false)}
        />
      )}
    </li>
  );
}

/** By the clock of the schedule, as its times are. */
function NextRuns({ runs, timeZone }: { runs: readonly string[]; timeZone: string }) {
  if (runs.length === 0) return null;
  return (
    <div className="mt-1 text-dim text-xs">
      {words.next}:
      <ul>
        {runs.map((run) => (
          <li key={run} className="tabular-nums">
            {formatMomentIn(run, timeZone)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function AddSchedule({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const [preset, setPreset] = useState(PRESETS[0]?.value ?? "");
  const [own, setOwn] = useState("0 6 * * 2");
  const [zone, setZone] = useState(getLocalTimeZone);
  const expression = preset === "" ? own : preset;
  const timeZone = useDebounced(zone, DEBOUNCE_MILLISECONDS);
  const preview = useOperation("agents.schedule", {
    schedule_cron_expression: useDebounced(expression, DEBOUNCE_MILLISECONDS),
    time_zone: timeZone,
  });
  const subscribe = useOperationMutation("agents.subscribe", ["agents.subscriptions", "agents.list"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const input = {
      agent_id: agentId,
      agent_category: form.get("kind") === "report" ? "AgentBuilder-Report" : "AgentBuilder-Data",
      subscription_name: String(form.get("name")),
      schedule_cron_expression: expression,
      time_zone: zone,
    } as const;
    subscribe.mutate(input, { onSuccess: onClose });
  };
  const problem = preview.error ?? subscribe.error;
  return (
    <form className="mt-3 space-y-3 border-line border-t pt-4" onSubmit={submit}>
      <Field label={words.name} name="name" required maxLength={200} />
      <Select label={words.category} name="kind" choices={KINDS} />
      <Select
        label={words.when}
        choices={[...PRESETS, { value: "", label: words.custom }]}
        value={preset}
        onChange={(event) => setPreset(event.target.value)}
      />
      {preset === "" && (
        <Field
          label={words.expression}
          hint={words.expressionHint}
          value={own}
          required
          onChange={(event) => setOwn(event.target.value)}
        />
      )}
      <Field label={words.timeZone} value={zone} required onChange={(event) => setZone(event.target.value)} />
      {problem ? (
        <Alert error={problem} />
      ) : (
        <NextRuns runs={preview.data?.next_runs ?? []} timeZone={timeZone} />
      )}
      <div className="flex gap-2">
        <Button kind="first" type="submit" disabled={preview.error !== null} busy={subscribe.isPending}>
          {texts.ui.save}
        </Button>
        <Button onClick={onClose}>{texts.ui.cancel}</Button>
      </div>
    </form>
  );
}
