import type { ReactNode } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useAction, useOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { formatSince, formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Badge, Card, Empty } from "../../ui/surface.tsx";
import { Section } from "./section.tsx";

const { model: words } = texts.settings;
type Shown = OutputOf<"account.language_model">;

/** The language model of the installation: how it is doing, and whether this account uses it. */
export function ModelSection() {
  const shown = useOperation("account.language_model", {});
  const me = useAction("me", {});
  const change = useOperationMutation("account.switch_language_model", ["account.language_model"]);
  const isOwner = me.data?.member.role === "owner";
  const isEnabled = shown.data?.is_enabled ?? true;
  return (
    <Section
      about={words.about}
      actions={
        shown.data?.model &&
        isOwner && (
          <Button busy={change.isPending} onClick={() => change.mutate({ is_enabled: !isEnabled })}>
            {isEnabled ? words.disable : words.enable}
          </Button>
        )
      }
    >
      <Card className="min-h-32">
        <QueryView
          query={shown}
          isEmpty={({ model }) => model === null}
          empty={<Empty title={words.none}>{words.noneHint}</Empty>}
        >
          {({ is_enabled, model }) =>
            model && <Health model={model} isEnabled={is_enabled} mayChange={isOwner} />
          }
        </QueryView>
      </Card>
    </Section>
  );
}

function Health({
  model,
  isEnabled,
  mayChange,
}: {
  model: NonNullable<Shown["model"]>;
  isEnabled: boolean;
  mayChange: boolean;
}) {
  const { last_success_at, last_failure_at, last_failure, tokens_today, tokens_per_day } = model;
  const { data: listed } = useOperation("account.language_models", {});
  const hints = [isEnabled ? "" : words.disabledHint, mayChange ? "" : words.ownerOnly].filter(Boolean);
  return (
    <>
      <h2 className="mb-3 font-medium">{model.name}</h2>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <Line name={words.status}>
          <Badge tone={isEnabled ? "good" : "accent"}>{isEnabled ? words.enabled : words.disabled}</Badge>
        </Line>
        <Line name={words.place}>{model.is_local ? words.local : words.remote}</Line>
        <Line name={words.models}>{listed && (listed.models?.join(", ") ?? words.modelsUnknown)}</Line>
        <Line name={words.success}>{last_success_at ? formatSince(last_success_at) : words.never}</Line>
        <Line name={words.failure}>
          {last_failure_at ? `${formatSince(last_failure_at)}: ${last_failure}` : words.never}
        </Line>
        <Line name={words.tokens}>
          {words.tokensOf(formatWhole(tokens_today), formatWhole(tokens_per_day))}
        </Line>
      </dl>
      {hints.length > 0 && <p className="mt-3 text-dim">{hints.join(" ")}</p>}
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-dim">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
