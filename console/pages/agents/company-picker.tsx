import { texts } from "../../texts/index.ts";
import { type Company, CompanySearch, SelectedCompany } from "../companies/company-search.tsx";

const { form: words } = texts.agents;

export function CompanyPicker({
  chosen,
  onChange,
}: {
  chosen: readonly Company[];
  onChange: (list: Company[]) => void;
}) {
  const without = (id: string) => chosen.filter(({ svc_entity_id }) => svc_entity_id !== id);
  return (
    <div className="space-y-3">
      {chosen.length === 0 && <p className="text-dim">{words.noCompanies}</p>}
      <ul className="flex flex-wrap gap-2">
        {chosen.map((company) => (
          <li key={company.svc_entity_id} className="max-w-full">
            <SelectedCompany company={company} onRemove={() => onChange(without(company.svc_entity_id))} />
          </li>
        ))}
      </ul>
      <div className="max-w-md">
        <CompanySearch
          label={words.findCompany}
          onChoose={(company) => onChange([...without(company.svc_entity_id), company])}
        />
      </div>
    </div>
  );
}
