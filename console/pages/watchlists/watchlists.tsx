import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { call, type OutputOf } from "../../api/operations.ts";
import { RequestFailure } from "../../api/request.ts";
import { useOperation, useOperationMutation } from "../../api/use-api.ts";
import type { PageProps } from "../../shell/pages.tsx";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatWhole } from "../../ui/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Link, navigate } from "../../ui/router.tsx";
import { Alert, Card, Empty, Page } from "../../ui/surface.tsx";
import { CompanySearch } from "../companies/company-search.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { useSeen } from "./seen.ts";
import { WATCHLIST_READS, WatchedTable } from "./watched-table.tsx";
import { WatchlistTools } from "./watchlist-tools.tsx";

const { watchlists: words } = texts;
type Watchlist = OutputOf<"watchlists.list">["watchlists"][number];

export function WatchlistsPage({ params }: PageProps) {
  const [isCreating, setIsCreating] = useState(false);
  const lists = useOperation("watchlists.list", { include_shared: true });
  const create = useOperationMutation("watchlists.create", ["watchlists.list"]);
  const chosen = params["id"] ?? lists.data?.watchlists[0]?.watchlist_id;
  return (
    <Page
      title={words.title}
      about={words.about}
      actions={
        <Button kind="first" onClick={() => setIsCreating(true)}>
          <Plus size={15} aria-hidden />
          {words.create}
        </Button>
      }
    >
      <QueryView
        query={lists}
        rows={6}
        tall
        isEmpty={({ watchlists }) => watchlists.length === 0}
        empty={<Empty title={words.none}>{words.noneHint}</Empty>}
      >
        {({ watchlists }) => (
          <>
            <ListChoice lists={watchlists} chosen={chosen} />
            {chosen !== undefined && <WatchlistView key={chosen} id={chosen} />}
          </>
        )}
      </QueryView>
      {isCreating && (
        <NameDialog
          title={words.createTitle}
          change={create}
          onName={(name) =>
            create.mutate(
              { name },
              { onSuccess: ({ watchlist_id }) => navigate(`/watchlists/${watchlist_id}`) },
            )
          }
          onClose={() => setIsCreating(false)}
        />
      )}
    </Page>
  );
}

function ListChoice({ lists, chosen }: { lists: readonly Watchlist[]; chosen: string | undefined }) {
  return (
    <nav aria-label={words.lists} data-items className="mb-4 flex flex-wrap gap-1">
      {lists.map(({ watchlist_id: id, name, companies }) => (
        <Link
          key={id}
          to={`/watchlists/${id}`}
          aria-current={id === chosen ? "page" : undefined}
          className={classNames(
            "min-h-9 max-w-96 truncate rounded-lg px-3 py-2 font-medium",
            id === chosen ? "bg-accent-soft text-accent-strong" : "text-dim hover:bg-soft hover:text-ink",
          )}
        >
          {name} <span className="font-normal text-xs">{formatWhole(companies)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** Several companies may be added in a row, without waiting for the table. */
function useAdd(watchlist_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (svc_entity_id: string) =>
      call("watchlists.add", { watchlist_id, svc_entity_id_list: [svc_entity_id] }),
    onSuccess: () => Promise.all(WATCHLIST_READS.map((id) => client.invalidateQueries({ queryKey: [id] }))),
  });
}

/** One request for the whole list, however many companies it has. */
function WatchlistView({ id }: { id: string }) {
  const watchlist = useOperation("watchlists.get", { watchlist_id: id });
  const seen = useSeen(watchlist.data?.company_list);
  const add = useAdd(id);
  if (watchlist.error instanceof RequestFailure && watchlist.error.status === 404)
    return <Empty title={words.unknown}>{words.unknownHint}</Empty>;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div className="w-full sm:w-80">
          <CompanySearch label={words.add} onChoose={({ svc_entity_id }) => add.mutate(svc_entity_id)} />
        </div>
        {watchlist.data && <WatchlistTools watchlist={watchlist.data} />}
      </div>
      {add.error && <Alert error={add.error} />}
      <Card flush className="min-h-64">
        <QueryView
          query={watchlist}
          rows={8}
          tall
          isEmpty={({ company_list }) => company_list.length === 0}
          empty={<Empty title={words.empty}>{words.emptyHint}</Empty>}
        >
          {({ name, company_list }) => (
            <WatchedTable watchlistId={id} name={name} rows={company_list} seen={seen} />
          )}
        </QueryView>
      </Card>
    </>
  );
}
