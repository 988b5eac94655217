import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Field, Select } from "../../ui/field.tsx";
import { SelectedItem } from "../../ui/selected-item.tsx";
import { type Company, CompanySearch, SelectedCompany } from "../companies/company-search.tsx";
import { LANGUAGES } from "./report-filters.tsx";
import { type ReportDetails, titleOf } from "./send-report.ts";
import { SHARING_CHOICES } from "./share-report.tsx";

const { reports: words } = texts;
const PERIODS = Object.entries(words.periods).map(([value, label]) => ({ value, label }));

/** Members are selected once the report is there. */
const UPLOAD_CHOICES = SHARING_CHOICES.filter(({ value }) => value !== "members");

/** A file before upload, and what is known about it. */
export interface Draft {
  id: string;
  file: File;
  company: Company | null;
  input: Omit<ReportDetails, "svc_entity_id">;
}

export function newDraft(file: File, company: Company | null): Draft {
  const input = {
    title: titleOf(file.name),
    report_type: "",
    publish_date: "",
    fiscal_year: "",
    fiscal_period: "",
    language: "",
    shared_with: "account",
  };
  return { id: crypto.randomUUID(), file, company, input };
}

export const detailsOf = ({ company, input }: Draft): ReportDetails => ({
  ...input,
  svc_entity_id: company?.svc_entity_id ?? "",
});

export function DraftForm(props: { draft: Draft; onChange: (draft: Draft) => void; onRemove: () => void }) {
  const { draft, onChange, onRemove } = props;
  const types = useOperation("reference.report_types", {});
  const field = (name: keyof Draft["input"]) => ({
    value: draft.input[name],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...draft, input: { ...draft.input, [name]: event.target.value } }),
  });
  const company = draft.company;
  return (
    <fieldset className="min-w-0 rounded-xl border border-line bg-card p-4">
      <legend className="sr-only">{words.draft.about(draft.file.name)}</legend>
      <SelectedItem name={draft.file.name} onRemove={onRemove} />
      <div className="mt-3 grid grid-cols-1 items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field
          label={words.draft.title}
          required
          maxLength={500}
          className="sm:col-span-2"
          {...field("title")}
        />
        <div className="sm:col-span-2">
          {company ? (
            <>
              <p className="mb-1 font-medium">{words.draft.company}</p>
              <SelectedCompany company={company} onRemove={() => onChange({ ...draft, company: null })} />
            </>
          ) : (
            <CompanySearch
              label={words.draft.company}
              onChoose={(chosen) => onChange({ ...draft, company: chosen })}
            />
          )}
        </div>
        <Select
          label={words.draft.type}
          choices={[
            { value: "", label: words.draft.findType },
            ...(types.data?.report_type_list ?? []).map(({ lv3_id, lv3_name }) => ({
              value: lv3_id,
              label: lv3_name,
            })),
          ]}
          {...field("report_type")}
        />
        <Field label={words.draft.published} type="date" {...field("publish_date")} />
        <div className="grid grid-cols-[2fr_3fr] gap-3">
          <Field
            label={words.draft.fiscalYear}
            type="number"
            min={1900}
            max={2200}
            {...field("fiscal_year")}
          />
          <Select
            label={words.draft.fiscalPeriod}
            choices={[{ value: "", label: words.draft.open }, ...PERIODS]}
            {...field("fiscal_period")}
          />
        </div>
        <Select
          label={words.draft.language}
          choices={[{ value: "", label: words.draft.findLanguage }, ...LANGUAGES]}
          {...field("language")}
        />
        <Select label={words.sharing.label} choices={UPLOAD_CHOICES} {...field("shared_with")} />
      </div>
    </fieldset>
  );
}
