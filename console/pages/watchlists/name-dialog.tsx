import type { FormEvent } from "react";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Alert } from "../../ui/surface.tsx";

/** Asks for the name of a new or an existing list. */
export function NameDialog(props: {
  title: string;
  name?: string;
  change: { isPending: boolean; error: Error | null };
  onName: (name: string) => void;
  onClose: () => void;
}) {
  const { title, name = "", change, onName, onClose } = props;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onName(String(new FormData(event.currentTarget).get("name")).trim());
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={texts.watchlists.name} name="name" required maxLength={200} defaultValue={name} />
        {change.error && <Alert error={change.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          <Button kind="first" type="submit" busy={change.isPending}>
            {texts.ui.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
