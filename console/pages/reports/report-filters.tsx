import { useEffect, useState } from "react";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { type Choice, Field, Select } from "../../ui/field.tsx";
import { useSearch } from "../../ui/router.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";

const { reports: words } = texts;
export const ORDERS = ["publish_date_desc", "publish_date_asc", "title_asc", "added_desc"] as const;

/** Of one's own reports the last upload comes first: it may have no date yet. */
export const defaultOrder = (search: URLSearchParams): (typeof ORDERS)[number] =>
  search.has("own") ? "added_desc" : "publish_date_desc";

const DEBOUNCE_MILLISECONDS = 300;
export const LANGUAGES = Object.entries(texts.news.languages).map(([value, label]) => ({ value, label }));

export function ReportFilters() {
  const [search, setSearch] = useSearch();
  const [typed, setTyped] = useState(search.get("query") ?? "");
  const debounced = useDebounced(typed.trim(), DEBOUNCE_MILLISECONDS);
  const types = useOperation("reference.report_types", {});
  const any = { value: "", label: texts.ui.any };
  useEffect(() => {
    if (debounced !== (new URLSearchParams(location.search).get("query") ?? ""))
      setSearch({ query: debounced, offset: null });
  }, [debounced, setSearch]);
  const field = (name: string) => ({
    value: search.get(name) ?? "",
    onChange: (event: { target: { value: string } }) =>
      setSearch({ [name]: event.target.value, offset: null }),
  });
  return (
    <section
      aria-label={words.columns.type}
      className="mb-5 grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-6"
    >
      <Field
        label={words.query}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Select
        label={words.type}
        choices={[any, ...typeChoices(types.data?.report_type_list ?? [])]}
        {...field("type")}
      />
      <Select label={words.language} choices={[any, ...LANGUAGES]} {...field("language")} />
      <Field label={words.from} type="date" {...field("start_date")} />
      <Field label={words.to} type="date" {...field("end_date")} />
      <Select
        label={words.order}
        choices={ORDERS.map((value) => ({ value, label: words.orders[value] ?? value }))}
        {...field("order")}
        value={search.get("order") ?? defaultOrder(search)}
      />
    </section>
  );
}

interface ReportType {
  lv2_id: string;
  lv2_name: string;
  lv3_id: string;
  lv3_name: string;
}

/** Each subcategory with its types below it. */
function typeChoices(types: readonly ReportType[]): Choice[] {
  return [...Map.groupBy(types, ({ lv2_id }) => lv2_id)].flatMap(([id, group]) => [
    { value: id, label: group[0]?.lv2_name ?? id },
    ...group.map(({ lv3_id, lv3_name }) => ({ value: lv3_id, label: `– ${lv3_name}` })),
  ]);
}
