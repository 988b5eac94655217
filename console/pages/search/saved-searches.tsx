import { Pause, Play, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { PRICES } from "../../api/prices.ts";
import { useOperation, useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { formatWhole } from "../../ui/format.ts";
import { List, ListRow } from "../../ui/list.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { Alert, Badge, Card, Empty } from "../../ui/surface.tsx";
import { pressSearch } from "./pressed-searches.ts";
import { type Filters, searchPath } from "./search-input.ts";

const { search: words } = texts;
const CREDITS = formatWhole(PRICES["search.passages"]);
type SavedSearch = OutputOf<"search.saved">["searches"][number];

export function SavedSearches() {
  const saved = useOperation("search.saved", {});
  const aside = saved.data?.searches.length ? (
    <p className="text-dim text-xs">{words.savedPrice(texts.ui.credits(CREDITS))}</p>
  ) : undefined;
  return (
    <Card title={words.saved} aside={aside} flush>
      <QueryView
        query={saved}
        rows={4}
        isEmpty={({ searches }) => searches.length === 0}
        empty={<Empty title={words.noSaved}>{words.noSavedHint}</Empty>}
      >
        {({ searches }) => (
          <List>
            {searches.map((search) => (
              <SavedRow key={search.search_id} search={search} />
            ))}
          </List>
        )}
      </QueryView>
    </Card>
  );
}

function SavedRow({ search }: { search: SavedSearch }) {
  const { search_id, name, query, active } = search;
  const [isConfirming, setIsConfirming] = useState(false);
  const update = useOperationMutation("search.update", ["search.saved"]);
  const remove = useOperationMutation("search.delete", ["search.saved"]);
  const to = searchPath(search);
  const toggle = active ? words.pause(name) : words.resume(name);
  return (
    <ListRow
      to={to}
      onOpen={() => pressSearch(new URL(to, location.origin).search)}
      title={name}
      about={query === name ? undefined : query}
    >
      {!active && <Badge>{words.paused}</Badge>}
      <Button
        kind="bare"
        aria-label={toggle}
        title={toggle}
        busy={update.isPending}
        onClick={() => update.mutate({ search_id, active: !active })}
      >
        {active ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
      </Button>
      <Button kind="bare" aria-label={words.delete(name)} onClick={() => setIsConfirming(true)}>
        <Trash2 size={15} aria-hidden />
      </Button>
      {isConfirming && (
        <Confirm
          title={words.delete(name)}
          text={words.deleteText}
          action={words.deleteAction}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ search_id })}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </ListRow>
  );
}

export function SaveDialog(props: { query: string; filters: Filters; onClose: () => void }) {
  const { query, filters, onClose } = props;
  const save = useOperationMutation("search.save", ["search.saved"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name")).trim();
    save.mutate({ name, query, filters }, { onSuccess: onClose });
  };
  return (
    <Dialog title={words.save} onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <Field
          label={words.name}
          hint={words.saveHint}
          name="name"
          required
          maxLength={200}
          defaultValue={query}
        />
        {save.error && <Alert error={save.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          <Button kind="first" type="submit" busy={save.isPending}>
            {texts.ui.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
