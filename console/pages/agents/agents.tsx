import { Plus, Webhook } from "lucide-react";
import { texts } from "../../texts/index.ts";
import { buttonClass } from "../../ui/button.tsx";
import { formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Link } from "../../ui/router.tsx";
import { Badge, Card, Empty, Page } from "../../ui/surface.tsx";
import { describeCron } from "./describe-cron.ts";
import { type Builder, useBuilders } from "./use-builders.ts";

const { agents: words } = texts;

export function AgentsPage() {
  const builders = useBuilders();
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <>
          <Link to="/agents/webhooks" className={buttonClass()}>
            <Webhook size={16} aria-hidden />
            {words.webhooks}
          </Link>
          <Link to="/agents/new" className={buttonClass("first")}>
            <Plus size={16} aria-hidden />
            {words.create}
          </Link>
        </>
      }
    >
      <QueryView
        query={builders}
        rows={4}
        tall
        isEmpty={(rows) => rows.length === 0}
        empty={
          <Card>
            <Empty title={words.none}>{words.noneHint}</Empty>
          </Card>
        }
      >
        {(rows) => (
          <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
            {rows.map((builder) => (
              <BuilderCard key={builder.id} builder={builder} />
            ))}
          </ul>
        )}
      </QueryView>
    </Page>
  );
}

function BuilderCard({ builder }: { builder: Builder }) {
  const { id, name, description, visibility, field_mapping, company_list, subscriptions } = builder;
  const fields = Object.values(field_mapping).reduce((sum, group) => sum + Object.keys(group).length, 0);
  return (
    <li>
      <Link
        to={`/agents/${id}`}
        className="block h-full rounded-xl border border-line bg-card p-5 shadow-xs hover:border-accent"
      >
        <h2 className="font-semibold text-base">{name}</h2>
        {description && <p className="mt-1 line-clamp-2 text-dim">{description}</p>}
        <p className="mt-3 flex flex-wrap gap-1.5">
          <Badge>{words.visibilities[visibility]}</Badge>
          <Badge>{words.fieldCount(formatWhole(fields))}</Badge>
          <Badge>{words.companyCount(formatWhole(company_list.length))}</Badge>
          {subscriptions.map(({ ag_sub_id, schedule_cron_expression }) => (
            <Badge key={ag_sub_id} tone="accent">
              {describeCron(schedule_cron_expression)}
            </Badge>
          ))}
        </p>
      </Link>
    </li>
  );
}
