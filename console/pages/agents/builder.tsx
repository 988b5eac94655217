import { Copy, Pencil } from "lucide-react";
import { useState } from "react";
import { useOperationMutation } from "../../api/use-api.ts";
import type { PageProps } from "../../shell/pages.tsx";
import { texts } from "../../texts/index.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Link, navigate } from "../../ui/router.tsx";
import { Alert, Page, Skeleton } from "../../ui/surface.tsx";
import { Artifacts } from "./artifacts.tsx";
import { Runs } from "./runs.tsx";
import { Schedules } from "./schedules.tsx";
import { type Builder, useBuilder } from "./use-builders.ts";

const { agents: words } = texts;

export function BuilderPage({ params }: PageProps) {
  const found = useBuilder(params["id"] ?? "");
  const builder = found.data;
  if (found.error)
    return (
      <Page title={words.title}>
        <Alert error={found.error} />
      </Page>
    );
  if (builder === null)
    return (
      <Page title={words.unknown}>
        <BackLink to="/agents" label={words.back} />
      </Page>
    );
  return (
    <Page
      title={builder?.name ?? texts.shell.palette.builder}
      about={builder?.description}
      actions={builder && <Actions builder={builder} />}
    >
      {builder ? (
        <div className="space-y-4">
          <Artifacts builder={builder} />
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <Runs builder={builder} />
            <Schedules agentId={builder.id} />
          </div>
        </div>
      ) : (
        <Skeleton rows={8} tall />
      )}
    </Page>
  );
}

function Actions({ builder }: { builder: Builder }) {
  const [isEnding, setIsEnding] = useState(false);
  const copy = useOperationMutation("agents.copy", ["agents.list"]);
  const end = useOperationMutation("agents.deactivate", ["agents.list"]);
  return (
    <>
      <BackLink to="/agents" label={words.back} />
      <Button
        busy={copy.isPending}
        onClick={() =>
          copy.mutate(
            { agent_id: builder.id },
            { onSuccess: (created) => navigate(`/agents/${created.id}/edit`) },
          )
        }
      >
        <Copy size={15} aria-hidden />
        {words.copy}
      </Button>
      <Link to={`/agents/${builder.id}/edit`} className={buttonClass()}>
        <Pencil size={15} aria-hidden />
        {words.edit}
      </Link>
      <Button kind="bad" onClick={() => setIsEnding(true)}>
        {words.deactivate}
      </Button>
      {isEnding && (
        <Confirm
          title={words.deactivate}
          text={words.deactivateText(builder.name)}
          action={words.deactivate}
          busy={end.isPending}
          error={end.error}
          onConfirm={() => end.mutate({ agent_id: builder.id }, { onSuccess: () => navigate("/agents") })}
          onClose={() => setIsEnding(false)}
        />
      )}
    </>
  );
}
