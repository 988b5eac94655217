import { texts } from "../../texts/index.ts";
import { List, ListRow } from "../../ui/list.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Link } from "../../ui/router.tsx";
import { Card, Empty } from "../../ui/surface.tsx";
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
      flush
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
        empty={<Empty title={words.noBuilders} />}
      >
        {(rows) => (
          <List>
            {rows.map(({ id, name: title, subscriptions }) => (
              <ListRow
                key={id}
                to={`/agents/${id}`}
                title={title}
                about={
                  subscriptions.length === 0
                    ? texts.agents.schedules.none
                    : subscriptions
                        .map(({ schedule_cron_expression }) => describeCron(schedule_cron_expression))
                        .join(" · ")
                }
              />
            ))}
          </List>
        )}
      </QueryView>
    </Card>
  );
}
