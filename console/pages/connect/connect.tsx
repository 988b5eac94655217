import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SetUp } from "../../../src/surfaces/mcp/catalog/set-ups.ts";
import { texts } from "../../texts/index.ts";
import { Button, CopyButton } from "../../ui/button.tsx";
import { CodeTabs } from "../../ui/code-tabs.tsx";
import { Field } from "../../ui/field.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Card, Page } from "../../ui/surface.tsx";
import { CreateKey } from "../settings/create-key.tsx";
import { listSamples } from "./samples.ts";

const { connect: words } = texts;
const NO_KEY = "YOUR_API_KEY";

async function loadSetUps(): Promise<SetUp[]> {
  const response = await fetch("/console/set-ups.json");
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const { set_ups } = (await response.json()) as { set_ups: SetUp[] };
  return set_ups;
}

export function ConnectPage() {
  const [key, setKey] = useState("");
  const [isCreating, setIsCreating] = useState(false);
  const setUps = useQuery({ queryKey: ["set-ups"], queryFn: loadSetUps });
  const mcpUrl = `${location.origin}/mcp`;
  const fill = (text: string) => text.replaceAll("MCP_ADDRESS", mcpUrl).replaceAll(NO_KEY, key || NO_KEY);
  return (
    <Page title={words.title} about={words.about}>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <Card title={words.addresses}>
          <ul className="space-y-3">
            {[
              [words.mcp, mcpUrl],
              [words.rest, `${location.origin}/v1`],
            ].map(([name = "", url = ""]) => (
              <li key={name} className="flex flex-wrap items-center justify-between gap-2">
                <p>
                  <span className="block text-dim text-xs">{name}</span>
                  <span className="break-all font-mono">{url}</span>
                </p>
                <CopyButton text={url} />
              </li>
            ))}
          </ul>
          <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1">
            <a href="/docs" className="text-accent underline underline-offset-2">
              {words.reference}
            </a>
            <a href="/mcp/docs" className="text-accent underline underline-offset-2">
              {words.tools}
            </a>
          </p>
        </Card>
        <Card title={words.keyTitle}>
          <div className="space-y-3">
            <Field
              label={words.key}
              hint={words.keyHint}
              value={key}
              placeholder="flr_live_…"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setKey(event.target.value.trim())}
            />
            <Button onClick={() => setIsCreating(true)}>{words.createKey}</Button>
          </div>
        </Card>
        <Card title={words.clients} className="min-h-56 lg:col-span-2">
          <QueryView query={setUps} rows={8}>
            {(list) => (
              <CodeTabs
                label={words.client}
                tabs={list.map(({ client, how, text }) => ({ name: client, about: how, text: fill(text) }))}
              />
            )}
          </QueryView>
        </Card>
        <Card title={words.code} className="lg:col-span-2">
          <CodeTabs label={words.language} tabs={listSamples(location.origin, key || NO_KEY)} />
        </Card>
      </div>
      {isCreating && <CreateKey onCreated={setKey} onClose={() => setIsCreating(false)} />}
    </Page>
  );
}
