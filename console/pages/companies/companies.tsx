import { useState } from "react";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Field } from "../../ui/field.tsx";
import { List, ListRow } from "../../ui/list.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { useSearch } from "../../ui/router.tsx";
import { Card, Empty, Page } from "../../ui/surface.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { CompanyLogo, DemoBadge } from "./company-mark.tsx";
import { Screen } from "./screen.tsx";

const { companies: words } = texts;
/** Not a search for every letter: wait until typing has paused. */
const DEBOUNCE_MILLISECONDS = 300;
const LETTERS_MIN = 2;

export function CompaniesPage() {
  const [search, setSearch] = useSearch();
  const [name, setName] = useState(search.get("name") ?? "");
  const debounced = useDebounced(name.trim(), DEBOUNCE_MILLISECONDS);
  const isSearching = debounced.length >= LETTERS_MIN;
  return (
    <Page title={words.title} about={words.about}>
      <Field
        label={words.search}
        hint={words.searchHint}
        type="search"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setSearch({ name: event.target.value });
        }}
        className="mb-5 max-w-xl"
      />
      {isSearching ? <SearchResults name={debounced} /> : <Screen />}
    </Page>
  );
}

/** Text that looks like an identifier is looked up as one; everything else is a name. */
function queryOf(text: string) {
  if (/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(text)) return { isin: text };
  if (/^[A-Z0-9]{18}\d{2}$/.test(text) || /^ent_/.test(text)) return { perm_id: text };
  return /^([A-Z]{1,5}:)?[A-Z]{2,5}(\.[A-Z]{1,3})?$/.test(text) ? { ticker: text } : { name: text };
}

function SearchResults({ name }: { name: string }) {
  const found = useOperation("companies.search", queryOf(name));
  return (
    <Card title={texts.search.hits} className="min-h-64" flush>
      <QueryView
        query={found}
        rows={6}
        isEmpty={(rows) => rows.length === 0}
        empty={<Empty title={words.none}>{words.noneHint}</Empty>}
      >
        {(rows) => (
          <List>
            {rows.map(({ svc_entity_id: id, name: title, children, fictional }) => (
              <ListRow key={id} to={`/companies/${id}`} title={title} lead={<CompanyLogo id={id} />}>
                <DemoBadge fictional={fictional} />
                <span className="text-dim text-xs">
                  {children
                    .slice(0, 3)
                    .map(({ ticker, isin }) => ticker ?? isin)
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </ListRow>
            ))}
          </List>
        )}
      </QueryView>
    </Card>
  );
}
