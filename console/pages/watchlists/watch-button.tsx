import { Check, Eye, Plus } from "lucide-react";
import { useState } from "react";
import { useOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Alert } from "../../ui/surface.tsx";
import type { Company } from "../companies/company-search.tsx";
import { WATCHLIST_READS } from "./watched-table.tsx";

const { watchlists: words } = texts;

/** Adds a company to a watchlist. */
export function WatchButton({ company }: { company: Company }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Eye size={15} aria-hidden />
        {words.watch}
      </Button>
      {isOpen && <WatchDialog company={company} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function WatchDialog({ company, onClose }: { company: Company; onClose: () => void }) {
  const lists = useOperation("watchlists.list", { include_shared: true });
  const add = useOperationMutation("watchlists.add", WATCHLIST_READS);
  const create = useOperationMutation("watchlists.create", WATCHLIST_READS);
  const [addedTo, setAddedTo] = useState<readonly string[]>([]);
  const svc_entity_id_list = [company.svc_entity_id];
  const error = add.error ?? create.error;
  const remember = ({ watchlist_id }: { watchlist_id: string }) => setAddedTo([...addedTo, watchlist_id]);
  return (
    <Dialog title={words.watchTitle(company.name)} onClose={onClose}>
      <div className="space-y-3">
        <QueryView query={lists} rows={3}>
          {({ watchlists }) => (
            <ul className="space-y-2">
              {watchlists.map(({ watchlist_id, name }) => {
                const isAdded = addedTo.includes(watchlist_id);
                return (
                  <li key={watchlist_id}>
                    <Button
                      className="w-full justify-start"
                      disabled={isAdded}
                      onClick={() =>
                        add.mutate({ watchlist_id, svc_entity_id_list }, { onSuccess: remember })
                      }
                    >
                      {isAdded ? <Check size={15} aria-hidden /> : <Plus size={15} aria-hidden />}
                      <span role="status">{isAdded ? words.added(name) : words.addTo(name)}</span>
                    </Button>
                  </li>
                );
              })}
            </ul>
          )}
        </QueryView>
        {lists.data?.watchlists.length === 0 && (
          <Button
            kind="first"
            busy={create.isPending}
            onClick={() => create.mutate({ name: words.title, svc_entity_id_list }, { onSuccess: remember })}
          >
            <Plus size={15} aria-hidden />
            {words.create}
          </Button>
        )}
        {error && <Alert error={error} />}
      </div>
    </Dialog>
  );
}
