import { X } from "lucide-react";
import { useState } from "react";
import { useOperation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Field } from "../../ui/field.tsx";
import { Waiting } from "../../ui/surface.tsx";
import { useSettled } from "../../ui/use-settled.ts";
import { CompanyLogo } from "../companies/company-mark.tsx";
import type { Builder } from "./use-builders.ts";

const { form: words } = texts.agents;
const SETTLE_MILLISECONDS = 300;
const SHOWN = 6;
export type Company = Builder["company_list"][number];

export function CompanyPicker({
  chosen,
  onChange,
}: {
  chosen: readonly Company[];
  onChange: (list: Company[]) => void;
}) {
  const [typed, setTyped] = useState("");
  const settled = useSettled(typed.trim(), SETTLE_MILLISECONDS);
  const isAsking = settled.length >= 2;
  const found = useOperation("companies.search", { name: settled }, { enabled: isAsking });
  const add = (company: Company) => {
    onChange([...chosen.filter((one) => one.svc_entity_id !== company.svc_entity_id), company]);
    setTyped("");
  };
  return (
    <div className="space-y-3">
      {chosen.length === 0 && <p className="text-dim">{words.noCompanies}</p>}
      <ul className="flex flex-wrap gap-2">
        {chosen.map(({ svc_entity_id: id, name }) => (
          <li key={id} className="flex items-center gap-2 rounded-lg border border-line py-1 pr-1 pl-2">
            <CompanyLogo id={id} />
            {name}
            <button
              type="button"
              aria-label={words.removeCompany(name)}
              onClick={() => onChange(chosen.filter((one) => one.svc_entity_id !== id))}
              className="rounded-md p-1 text-dim hover:bg-soft hover:text-ink"
            >
              <X size={15} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Field
        label={words.findCompany}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="max-w-md"
      />
      {isAsking && found.isPending && <Waiting rows={2} />}
      {isAsking && (
        <ul className="max-w-md divide-y divide-line">
          {found.data?.slice(0, SHOWN).map(({ svc_entity_id, name }) => (
            <li key={svc_entity_id}>
              <button
                type="button"
                onClick={() => add({ svc_entity_id, name })}
                className="flex w-full items-center gap-3 rounded-lg px-2 py-2 text-left hover:bg-soft"
              >
                <CompanyLogo id={svc_entity_id} />
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
