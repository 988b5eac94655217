import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, type OutputOf } from "../../api/operations.ts";
import { texts } from "../../texts/index.ts";
import { formatDay } from "../../ui/format.ts";
import { Suggest } from "../../ui/suggest.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";

const { reports: words } = texts;
export type FoundReport = OutputOf<"reports.search">["reports"][number];
const DEBOUNCE_MILLISECONDS = 300;
const LETTERS_MIN = 2;
const FETCHED_MAX = 50;
const SHOWN_MAX = 8;
/** Each company is a separate search. */
const COMPANIES_MAX = 3;

/** Finds a processed report by title; before anything is typed, offers the latest of the given companies. */
export function ReportSearch(props: {
  label: string;
  hint: string;
  companyIds: readonly string[];
  onChoose: (report: FoundReport) => void;
}) {
  const { label, hint, companyIds, onChoose } = props;
  const [typed, setTyped] = useState("");
  const debounced = useDebounced(typed.trim(), DEBOUNCE_MILLISECONDS);
  const reports = useFoundReports(debounced, companyIds);
  return (
    <Suggest
      label={label}
      hint={hint}
      typed={typed}
      onType={setTyped}
      query={reports}
      none={words.noneRead}
      rowKey={({ report_id }) => report_id}
      onChoose={onChoose}
    >
      {({ file_title, company_name, publish_date }) => (
        <>
          <span className="grow font-medium">{file_title}</span>
          <span className="text-dim text-xs">
            {[company_name, formatDay(publish_date)].filter(Boolean).join(" · ")}
          </span>
        </>
      )}
    </Suggest>
  );
}

/** Reports of the given companies come first; null while nothing is searched. */
function useFoundReports(query: string, companyIds: readonly string[]) {
  const isTyped = query.length >= LETTERS_MIN;
  const ask = (input: { query?: string; svc_entity_id?: string; limit: number }) => ({
    queryKey: ["reports.search", input],
    queryFn: ({ signal }: { signal: AbortSignal }) => call("reports.search", input, signal),
  });
  const byWords = useQuery({
    ...ask({ query, limit: FETCHED_MAX }),
    enabled: isTyped,
    placeholderData: keepPreviousData,
  });
  const latest = useQueries({
    queries: companyIds
      .slice(0, COMPANIES_MAX)
      .map((svc_entity_id) => ({ ...ask({ svc_entity_id, limit: SHOWN_MAX }), enabled: !isTyped })),
  });
  const searches = isTyped ? [byWords] : latest;
  if (searches.length === 0) return null;
  const found = searches
    .flatMap(({ data }) => data?.reports ?? [])
    .filter(({ digest_state }) => digest_state === "ready");
  const isOfCompanies = ({ svc_entity_id }: FoundReport) =>
    svc_entity_id !== null && companyIds.includes(svc_entity_id);
  return {
    rows: [...found.filter(isOfCompanies), ...found.filter((report) => !isOfCompanies(report))].slice(
      0,
      SHOWN_MAX,
    ),
    isPending: searches.some(({ isPending }) => isPending),
    error: searches.find(({ error }) => error)?.error ?? null,
  };
}
