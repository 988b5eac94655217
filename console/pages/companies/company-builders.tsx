import { texts } from "../../texts/index.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Link } from "../../ui/router.tsx";
import { Card } from "../../ui/surface.tsx";
import { describeCron } from "../agents/describe-cron.ts";
import { useBuilders } from "../agents/use-builders.ts";
import type { Company } from "./company-search.tsx";

const { companies: words } = texts;

/** The user's builders for a company, and when they run. */
export function CompanyBuilders({ company: { svc_entity_id, name } }: { company: Company }) {
  const builders = useBuilders();
  const bound = builders.data?.filter(({ company_list }) =>
    company_list.some((one) => one.svc_entity_id === svc_entity_id),
  );
  return (
    <Card
      title={words.builders}
      className="min-h-28"
      aside={
        <Link
          to={`/agents/new?${new URLSearchParams({ svc_entity_id, name })}`}
          className="text-accent hover:underline"
        >
          {words.addBuilder}
        </Link>
      }
    >
      <QueryView
        query={{ ...builders, data: bound }}
        rows={2}
        isEmpty={(rows) => rows.length === 0}
        empty={<p className="text-dim">{words.noBuilders}</p>}
      >
        {(rows) => (
          <ul className="divide-y divide-line">
            {rows.map(({ id, name: title, subscriptions }) => (
              <li key={id}>
                <Link to={`/agents/${id}`} className="-mx-2 block rounded-lg px-2 py-2 hover:bg-soft">
                  <span className="font-medium">{title}</span>
                  <span className="block text-dim text-xs">
                    {subscriptions.length === 0
                      ? texts.agents.schedules.none
                      : subscriptions
                          .map(({ schedule_cron_expression }) => describeCron(schedule_cron_expression))
                          .join(" · ")}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  );
}
