import { useState } from "react";
import { useOperation, useOperationMutation } from "../../api/use-api.ts";
import type { PageProps } from "../../shell/pages.tsx";
import { texts } from "../../texts/index.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Field, Select } from "../../ui/field.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Link, navigate, useSearch } from "../../ui/router.tsx";
import { Alert, Card, Empty, Notice, Page, type Tone } from "../../ui/surface.tsx";
import type { Company } from "../companies/company-search.tsx";
import { CompanyPicker } from "./company-picker.tsx";
import { FieldGrid } from "./field-grid.tsx";
import { findFaults, findGaps, newRow, type Row, toMapping, toRows } from "./mapping.ts";
import type { TrialResults } from "./trial-results.ts";
import { TryFields } from "./try-fields.tsx";
import { type Builder, useBuilder } from "./use-builders.ts";
import { VISIBILITY_CHOICES } from "./visibility-choices.ts";

const { form: words } = texts.agents;
const FAULTS_SHOWN = 4;

export function NewBuilderPage() {
  return (
    <Page title={words.newTitle}>
      <BuilderForm builder={null} />
    </Page>
  );
}

export function EditBuilderPage({ params }: PageProps) {
  const builder = useBuilder(params["id"] ?? "");
  return (
    <Page title={words.editTitle}>
      <QueryView
        query={builder}
        rows={8}
        tall
        isEmpty={(data) => data === null}
        empty={
          <Empty title={texts.agents.unknown}>
            <BackLink to="/agents" label={texts.agents.back} />
          </Empty>
        }
      >
        {(data) => <BuilderForm builder={data} />}
      </QueryView>
    </Page>
  );
}

/** The company whose page linked here. */
function companyFromUrl(search: URLSearchParams): Company[] {
  const svc_entity_id = search.get("svc_entity_id");
  return svc_entity_id === null ? [] : [{ svc_entity_id, name: search.get("name") ?? svc_entity_id }];
}

function BuilderForm({ builder }: { builder: Builder | null }) {
  const [name, setName] = useState(builder?.name ?? "");
  const [description, setDescription] = useState(builder?.description ?? "");
  const [visibility, setVisibility] = useState<Builder["visibility"]>(builder?.visibility ?? "private");
  const [rows, setRows] = useState<Row[]>(() => (builder ? toRows(builder.field_mapping) : [newRow("")]));
  const [search] = useSearch();
  const [companies, setCompanies] = useState<readonly Company[]>(
    () => builder?.company_list ?? companyFromUrl(search),
  );
  const [trialResults, setTrialResults] = useState<TrialResults | null>(null);
  const templates = useOperation("agents.templates", {}, { enabled: builder === null });
  const create = useOperationMutation("agents.create", ["agents.list"]);
  const update = useOperationMutation("agents.update", ["agents.list"]);
  const [isAttempted, setIsAttempted] = useState(false);
  const gaps = findGaps(name, rows);
  const faults = findFaults(rows);
  const problem = create.error ?? update.error;

  const start = (id: string) => {
    const template = templates.data?.templates.find((one) => one.id === id);
    setRows(template ? toRows(template.field_mapping) : [newRow("")]);
    if (template && name === "") setName(template.name);
  };
  const save = async () => {
    setIsAttempted(true);
    if (gaps.length > 0) return;
    const input = {
      name: name.trim(),
      description: description.trim() || null,
      visibility,
      field_mapping: toMapping(rows),
      svc_entity_id_list: companies.map(({ svc_entity_id }) => svc_entity_id),
    };
    const saved = builder
      ? await update.mutateAsync({ agent_id: builder.id, ...input })
      : await create.mutateAsync(input);
    navigate(`/agents/${saved.id}`);
  };

  return (
    <div className="space-y-4">
      <Card>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <Field
            label={words.name}
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.target.value)}
          />
          <Field
            label={words.description}
            value={description}
            maxLength={2_000}
            onChange={(event) => setDescription(event.target.value)}
          />
          <Select
            label={words.visibility}
            hint={words.visibilityHints[visibility]}
            value={visibility}
            choices={VISIBILITY_CHOICES}
            onChange={(event) => setVisibility(event.target.value === "shared" ? "shared" : "private")}
          />
          {builder === null && (
            <Select
              label={words.template}
              choices={[
                { value: "", label: words.blank },
                ...(templates.data?.templates ?? []).map(({ id, name: label }) => ({ value: id, label })),
              ]}
              onChange={(event) => start(event.target.value)}
            />
          )}
        </div>
      </Card>
      <Card title={words.companies}>
        <CompanyPicker chosen={companies} onChange={setCompanies} />
      </Card>
      <Card title={words.fields} aside={words.fieldsHint}>
        <FieldGrid rows={rows} trialResults={trialResults} onChange={setRows} />
        <div className="mt-4 border-line border-t pt-4">
          <TryFields
            rows={rows}
            canTry={findGaps("-", rows).length + faults.length === 0}
            onNotReady={() => setIsAttempted(true)}
            companies={companies}
            onTrialResults={setTrialResults}
          />
        </div>
      </Card>
      <div aria-live="polite" className="space-y-3">
        {isAttempted && <FormMessages tone="warn" texts={gaps} />}
        <FormMessages tone="warn" texts={faults} />
        {problem && <Alert error={problem} />}
      </div>
      <div className="flex gap-2">
        <Button
          kind="first"
          disabled={faults.length > 0 || (isAttempted && gaps.length > 0)}
          busy={create.isPending || update.isPending}
          onClick={() => void save().catch(() => {})}
        >
          {words.save}
        </Button>
        <Link to={builder ? `/agents/${builder.id}` : "/agents"} className={buttonClass()}>
          {texts.ui.cancel}
        </Link>
      </div>
    </div>
  );
}

function FormMessages({ tone, texts: list }: { tone: Tone; texts: readonly string[] }) {
  if (list.length === 0) return null;
  return (
    <Notice tone={tone}>
      <ul>
        {[...new Set(list)].slice(0, FAULTS_SHOWN).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Notice>
  );
}
