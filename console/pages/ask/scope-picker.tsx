import { CalendarDays, FileText, Plus } from "lucide-react";
import { useState } from "react";
import type { InputOf } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/field.tsx";
import { SelectedItem } from "../../ui/selected-item.tsx";
import { type Company, CompanySearch, SelectedCompany } from "../companies/company-search.tsx";
import { type FoundReport, ReportSearch } from "../reports/report-search.tsx";

const { ask: words } = texts;
/** As many as the service answers for in one question. */
const CHOSEN_MAX = 5;
const YEARS_BACK = 15;

export interface Chosen {
  companies: readonly Company[];
  reports: readonly Pick<FoundReport, "report_id" | "file_title">[];
  years: readonly [from: number, to: number] | null;
}

export const NOTHING_CHOSEN: Chosen = { companies: [], reports: [], years: null };

const isNothing = ({ companies, reports, years }: Chosen): boolean =>
  companies.length + reports.length === 0 && years === null;

type About = NonNullable<InputOf<"threads.ask">["about"]>;

/** What was chosen, as the service takes it; nothing where nothing was. */
export function toAbout(chosen: Chosen): About | undefined {
  const { companies, reports, years } = chosen;
  if (isNothing(chosen)) return undefined;
  return {
    svc_entity_id_list: companies.map(({ svc_entity_id }) => svc_entity_id),
    report_id_list: reports.map(({ report_id }) => report_id),
    ...(years && { period: years[0] === years[1] ? `FY${years[0]}` : `${years[0]} to ${years[1]}` }),
  };
}

const PARTS = ["company", "report", "period"] as const;
type Part = (typeof PARTS)[number];

/** Narrows a question to companies, reports and years, each shown as a chip that can be removed. */
export function ScopePicker({ chosen, onChange }: { chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const [open, setOpen] = useState<Part | null>(null);
  const { companies, reports, years } = chosen;
  const isFull = {
    company: companies.length >= CHOSEN_MAX,
    report: reports.length >= CHOSEN_MAX,
    period: years !== null,
  };
  const change = (part: Partial<Chosen>) => {
    onChange({ ...chosen, ...part });
    setOpen(null);
  };
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="sr-only">{words.scope}</legend>
      <div data-items className="flex flex-wrap items-center gap-2">
        {companies.map((company) => (
          <SelectedCompany
            key={company.svc_entity_id}
            company={company}
            onRemove={() => change({ companies: companies.filter((one) => one !== company) })}
          />
        ))}
        {reports.map((report) => (
          <SelectedItem
            key={report.report_id}
            name={report.file_title}
            onRemove={() => change({ reports: reports.filter((one) => one !== report) })}
          >
            <FileText size={15} aria-hidden className="shrink-0 text-dim" />
          </SelectedItem>
        ))}
        {years && (
          <SelectedItem name={formatYears(years)} onRemove={() => change({ years: null })}>
            <CalendarDays size={15} aria-hidden className="shrink-0 text-dim" />
          </SelectedItem>
        )}
        {PARTS.filter((part) => !isFull[part]).map((part) => (
          <Button
            key={part}
            kind="bare"
            aria-expanded={open === part}
            onClick={() => setOpen(open === part ? null : part)}
          >
            <Plus size={15} aria-hidden />
            {words[part]}
          </Button>
        ))}
      </div>
      {open && (
        <div key={open} ref={focusFirst} className="mt-2 max-w-xl">
          {open === "company" && (
            <CompanySearch
              label={words.company}
              onChoose={(company) => change({ companies: [...without(companies, company), company] })}
            />
          )}
          {open === "report" && (
            <ReportSearch
              label={words.report}
              hint={words.reportHint}
              companyIds={companies.map(({ svc_entity_id }) => svc_entity_id)}
              onChoose={(report) => change({ reports: [...reports.filter(differsFrom(report)), report] })}
            />
          )}
          {open === "period" && <YearFields onChoose={(range) => change({ years: range })} />}
        </div>
      )}
    </fieldset>
  );
}

const focusFirst = (place: HTMLElement | null) => place?.querySelector<HTMLElement>("input, select")?.focus();

const without = (companies: readonly Company[], { svc_entity_id }: Company) =>
  companies.filter((one) => one.svc_entity_id !== svc_entity_id);

const differsFrom =
  ({ report_id }: FoundReport) =>
  (one: { report_id: string }) =>
    one.report_id !== report_id;

const formatYears = ([from, to]: readonly [number, number]): string =>
  from === to ? String(from) : `${from}–${to}`;

/** One year, or the years from one to another. */
function YearFields({ onChoose }: { onChoose: (years: readonly [number, number]) => void }) {
  const latest = new Date().getFullYear();
  const [from, setFrom] = useState(latest - 1);
  const [to, setTo] = useState(latest - 1);
  const choices = Array.from({ length: YEARS_BACK }, (_none, index) => String(latest - index)).map(
    (year) => ({
      value: year,
      label: year,
    }),
  );
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label={words.fromYear}
        className="w-32"
        choices={choices}
        value={String(from)}
        onChange={({ target }) => {
          const year = Number(target.value);
          setFrom(year);
          if (year > to) setTo(year);
        }}
      />
      <Select
        label={words.toYear}
        className="w-32"
        choices={choices.filter(({ value }) => Number(value) >= from)}
        value={String(to)}
        onChange={({ target }) => setTo(Number(target.value))}
      />
      <Button onClick={() => onChoose([from, to])}>{words.addPeriod}</Button>
    </div>
  );
}
