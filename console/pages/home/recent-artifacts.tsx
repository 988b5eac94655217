import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/operations.ts";
import { orEmpty } from "../../api/or-empty.ts";
import { texts } from "../../texts/index.ts";
import { buttonClass } from "../../ui/button.tsx";
import { formatSince } from "../../ui/format.ts";
import { List, ListRow } from "../../ui/list.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Link } from "../../ui/router.tsx";
import { Card, Empty } from "../../ui/surface.tsx";
import { listBuilders } from "../agents/use-builders.ts";

const { home } = texts;
const BUILDERS_FETCHED = 3;
const SHOWN_MAX = 5;

/** The latest artifacts of the latest builders. "None yet" is a valid result here, not an error. */
async function listNewest() {
  const builders = (await listBuilders()).slice(0, BUILDERS_FETCHED);
  const lists = await Promise.all(
    builders.map(async ({ id, name }) => {
      const page = { agent_id: id, agent_type: "data", limit: SHOWN_MAX, offset: 0 } as const;
      return (await orEmpty(call("agents.outputs", page))).map((artifact) => ({
        ...artifact,
        agentId: id,
        name,
      }));
    }),
  );
  return lists
    .flat()
    .sort((a, b) => b.created_at.localeCompare(a.created_at))
    .slice(0, SHOWN_MAX);
}

export function RecentArtifacts() {
  const artifacts = useQuery({ queryKey: ["agents.newest"], queryFn: listNewest });
  return (
    <Card title={home.artifacts} flush>
      <QueryView
        query={artifacts}
        rows={4}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <Empty title={home.noArtifacts}>
            <p className="mb-3">{home.noArtifactsHint}</p>
            <Link to="/agents" className={buttonClass()}>
              {home.openAgents}
            </Link>
          </Empty>
        }
      >
        {(rows) => (
          <List>
            {rows.map(({ id, agentId, name, company_list, created_at }) => (
              <ListRow
                key={id}
                to={`/agents/${agentId}?artifact=${id}`}
                // The rows of a builder differ by their companies.
                title={[...company_list.map((company) => company.name), name].join(" · ")}
              >
                <span className="text-dim text-xs">{formatSince(created_at)}</span>
              </ListRow>
            ))}
          </List>
        )}
      </QueryView>
    </Card>
  );
}
