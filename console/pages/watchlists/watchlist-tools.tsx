import { Lock, Pencil, Share2, Trash2 } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { navigate } from "../../ui/router.tsx";
import { Alert, Badge } from "../../ui/surface.tsx";
import { NameDialog } from "./name-dialog.tsx";
import { WATCHLIST_READS } from "./watched-table.tsx";

const { watchlists: words } = texts;

/** Rename, share and delete. */
export function WatchlistTools({ watchlist }: { watchlist: OutputOf<"watchlists.get"> }) {
  const { watchlist_id, name, visibility, own } = watchlist;
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const update = useOperationMutation("watchlists.update", WATCHLIST_READS);
  const remove = useOperationMutation("watchlists.delete", WATCHLIST_READS);
  const close = () => setOpen(null);
  const isShared = visibility === "shared";
  const Icon = isShared ? Lock : Share2;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isShared && <Badge>{words.shared}</Badge>}
      {update.error && open === null && <Alert error={update.error} />}
      <Button title={words.rename} onClick={() => setOpen("rename")}>
        <Pencil size={15} aria-hidden />
        <span className="max-sm:sr-only">{words.rename}</span>
      </Button>
      {(own || !isShared) && (
        <Button
          busy={update.isPending}
          onClick={() => update.mutate({ watchlist_id, visibility: isShared ? "private" : "shared" })}
        >
          <Icon size={15} aria-hidden />
          {isShared ? words.makePrivate : words.share}
        </Button>
      )}
      <Button kind="bad" title={words.delete} onClick={() => setOpen("delete")}>
        <Trash2 size={15} aria-hidden />
        <span className="max-sm:sr-only">{words.delete}</span>
      </Button>
      {open === "rename" && (
        <NameDialog
          title={words.rename}
          name={name}
          change={update}
          onName={(next) => update.mutate({ watchlist_id, name: next }, { onSuccess: close })}
          onClose={close}
        />
      )}
      {open === "delete" && (
        <Confirm
          title={words.deleteTitle(name)}
          text={words.deleteText}
          action={words.delete}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ watchlist_id }, { onSuccess: () => navigate("/watchlists") })}
          onClose={close}
        />
      )}
    </div>
  );
}
