import { useState } from "react";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { SelectedItem } from "../../ui/selected-item.tsx";
import { Suggest } from "../../ui/suggest.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { CompanyLogo } from "./company-mark.tsx";

const { companies: words } = texts;
/** Not a search for every letter: wait until typing has paused. */
const DEBOUNCE_MILLISECONDS = 300;
const LETTERS_MIN = 2;
const SHOWN_MAX = 6;

export interface Company {
  svc_entity_id: string;
  name: string;
}

/** Finds a company by name while typing. */
export function CompanySearch({ label, onChoose }: { label: string; onChoose: (company: Company) => void }) {
  const [typed, setTyped] = useState("");
  const debounced = useDebounced(typed.trim(), DEBOUNCE_MILLISECONDS);
  const isSearching = typed !== "" && debounced.length >= LETTERS_MIN;
  const found = useOperation("companies.search", { name: debounced }, { enabled: isSearching });
  return (
    <Suggest
      label={label}
      typed={typed}
      onType={setTyped}
      query={isSearching ? { ...found, rows: found.data?.slice(0, SHOWN_MAX) ?? [] } : null}
      none={words.none}
      rowKey={({ svc_entity_id }) => svc_entity_id}
      onChoose={({ svc_entity_id, name }) => {
        onChoose({ svc_entity_id, name });
        setTyped("");
      }}
    >
      {({ svc_entity_id, name }) => (
        <>
          <CompanyLogo id={svc_entity_id} />
          <span className="min-w-0 flex-1">{name}</span>
        </>
      )}
    </Suggest>
  );
}

/** The selected company, with a button to remove it. */
export function SelectedCompany({ company, onRemove }: { company: Company; onRemove: () => void }) {
  const { svc_entity_id, name } = company;
  return (
    <SelectedItem name={name} onRemove={onRemove}>
      <CompanyLogo id={svc_entity_id} />
    </SelectedItem>
  );
}
