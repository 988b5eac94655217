import { type FormEvent, useState } from "react";
import type { InputOf } from "../../api/operations.ts";
import { useServiceDocument } from "../../api/service-document.ts";
import { useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox, Field, Select, TextArea } from "../../ui/field.tsx";
import { showOnce } from "../../ui/shown-once.tsx";
import { Alert } from "../../ui/surface.tsx";

const { keys: words } = texts.settings;
const DAY_MILLISECONDS = 86_400_000;
const EXPIRIES = ["", "30", "90", "365"].map((value) => ({ value, label: words.expiries[value] ?? value }));

export const showNewKey = (key: string): void =>
  showOnce({ title: words.createdTitle, hint: words.createdHint, text: key });

export function CreateKey(props: { onCreated?: (key: string) => void; onClose: () => void }) {
  const { onCreated, onClose } = props;
  const create = useOperationMutation("keys.create", ["keys.list"]);
  const document = useServiceDocument();
  const [isLimited, setIsLimited] = useState(false);
  const scopes = Object.entries(document.data?.scopes ?? {});
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { key } = await create.mutateAsync(readKeyForm(new FormData(event.currentTarget)));
    onClose();
    onCreated?.(key ?? "");
    showNewKey(key ?? "");
  };
  return (
    <Dialog title={words.create} onClose={onClose}>
      <form className="space-y-4" onSubmit={(event) => void submit(event).catch(() => {})}>
        <Field label={words.name} name="name" hint={words.nameHint} required maxLength={100} />
        <fieldset className="space-y-2.5">
          <legend className="mb-1 font-medium">{words.scopes}</legend>
          <div className="flex gap-5">
            {[false, true].map((limited) => (
              <label key={String(limited)} className="flex items-center gap-2">
                <input
                  type="radio"
                  name="limited"
                  className="accent-accent"
                  checked={isLimited === limited}
                  onChange={() => setIsLimited(limited)}
                />
                {limited ? words.someScopes : words.allScopes}
              </label>
            ))}
          </div>
          {isLimited && (
            <div className="max-h-60 space-y-2.5 overflow-y-auto rounded-lg border border-line p-3">
              {scopes.map(([scope, about]) => (
                <Checkbox key={scope} name="scopes" value={scope} label={scope} hint={about} />
              ))}
            </div>
          )}
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <Select label={words.expiry} name="expiry" choices={EXPIRIES} />
          <Field label={words.budget} name="budget" type="number" min={0} step={1} hint={words.budgetHint} />
        </div>
        <TextArea label={words.networks} name="networks" hint={words.networksHint} rows={2} />
        {create.error && <Alert error={create.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          <Button kind="first" type="submit" busy={create.isPending}>
            {words.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Only the fields that were filled in; a missing one means no limit. */
function readKeyForm(form: FormData): InputOf<"keys.create"> {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  // The values of the checkboxes are the scopes that the service listed.
  const scopes = form.getAll("scopes") as NonNullable<InputOf<"keys.create">["scopes"]>;
  const networks = text("networks")
    .split(/[\s,]+/)
    .filter(Boolean);
  const days = Number(text("expiry"));
  return {
    name: text("name"),
    ...(scopes.length > 0 && { scopes }),
    ...(days > 0 && { expires_at: new Date(Date.now() + days * DAY_MILLISECONDS).toISOString() }),
    ...(networks.length > 0 && { allowed_networks: networks }),
    ...(text("budget") !== "" && { budget_credits: Number(text("budget")) }),
  };
}
