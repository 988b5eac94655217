import { PRICES } from "../api/prices.ts";
import { useServiceDocument } from "../api/service-document.ts";
import { useOperation } from "../api/use-api.ts";
import { useBuilders } from "../pages/agents/use-builders.ts";
import { pressSearch } from "../pages/search/pressed-searches.ts";
import { texts } from "../texts/index.ts";
import { formatWhole } from "../ui/format.ts";
import { navigate } from "../ui/router.tsx";
import { useDebounced } from "../ui/use-debounced.ts";
import { PLACES } from "./navigation.tsx";

export interface Command {
  /** Where two commands may have the same name. */
  id?: string;
  name: string;
  kind: string;
  run: () => void;
}

const DEBOUNCE_MILLISECONDS = 200;
const FOUND_MAX = 4;
const SHOWN_MAX = 9;
/** Operations stay reachable however much else is found. */
const OPERATIONS_MIN = 3;
const TICKER = /^[a-z0-9.-]{1,8}$/i;
const { palette } = texts.shell;

/** What matches the typed text: pages, then companies, threads, agents and reports, then operations and searches. */
export function useCommands(typed: string): Command[] {
  const document = useServiceDocument();
  const text = typed.trim();
  const { pages } = texts.shell;
  const places: Command[] = [
    ...PLACES.map(({ to, name }) => ({ name, kind: "", run: () => navigate(to) })),
    { name: palette.createKey, kind: pages.settings, run: () => navigate("/settings/keys?create=1") },
    { name: palette.upload, kind: pages.reports, run: () => navigate("/reports?upload=1") },
  ];
  const operations = (document.data?.operations ?? []).map(({ id, summary }) =>
    place(id, summary, id, `/try/${id}`),
  );
  const found = useFound(text);
  const words = text.toLowerCase().split(/\s+/);
  const matches = ({ name, kind }: Command) =>
    words.every((word) => `${name} ${kind}`.toLowerCase().includes(word));
  const query = encodeURIComponent(text);
  const searches: Command[] =
    text.length < 2
      ? []
      : [
          {
            name: palette.passages(text),
            kind: texts.ui.credits(formatWhole(PRICES["search.passages"])),
            run: () => {
              pressSearch(`query=${query}`);
              navigate(`/search?query=${query}`);
            },
          },
          {
            name: palette.companies(text),
            kind: "",
            run: () => navigate(`/companies?name=${query}`),
          },
          { name: palette.reports(text), kind: "", run: () => navigate(`/reports?query=${query}`) },
          { name: palette.news(text), kind: "", run: () => navigate(`/news?keywords=${query}`) },
        ];
  const first = [...places.filter(matches).slice(0, SHOWN_MAX), ...found];
  const others = operations.filter(matches).slice(0, Math.max(OPERATIONS_MIN, SHOWN_MAX - first.length));
  return [...first, ...others, ...searches];
}

/** Companies, reports, threads and agents with the typed words; in the console all of these lists are free. */
function useFound(text: string): Command[] {
  const query = useDebounced(text, DEBOUNCE_MILLISECONDS);
  const isSearching = query.length >= 2;
  const options = { enabled: isSearching };
  const companies = useOperation("companies.search", { name: query }, options);
  const byTicker = useOperation(
    "companies.search",
    { ticker: query.toUpperCase() },
    { enabled: isSearching && TICKER.test(query) },
  );
  const reports = useOperation("reports.search", { query, limit: FOUND_MAX }, options);
  const threads = useOperation("threads.list", { query, include_shared: true, limit: FOUND_MAX }, options);
  const builders = useBuilders();
  if (!isSearching) return [];
  const found = new Map(
    [...(byTicker.data ?? []), ...(companies.data ?? [])].map((company) => [company.svc_entity_id, company]),
  );
  return [
    ...[...found.values()]
      .slice(0, FOUND_MAX)
      .map(({ svc_entity_id, name }) =>
        place(svc_entity_id, name, palette.company, `/companies/${svc_entity_id}`),
      ),
    ...(threads.data?.threads ?? []).map(({ thread_id, title }) =>
      place(thread_id, title, palette.thread, `/ask/${thread_id}`),
    ),
    ...(builders.data ?? [])
      .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
      .slice(0, FOUND_MAX)
      .map(({ id, name }) => place(id, name, palette.builder, `/agents/${id}`)),
    ...(reports.data?.reports ?? []).map(({ report_id, file_title, company_name }) =>
      place(report_id, file_title, company_name ?? palette.report, `/reports/${report_id}`),
    ),
  ];
}

const place = (id: string, name: string, kind: string, to: string): Command => ({
  id,
  name,
  kind,
  run: () => navigate(to),
});
