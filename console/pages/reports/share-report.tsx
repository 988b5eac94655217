import { Users } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Checkbox, Select } from "../../ui/field.tsx";
import { Alert } from "../../ui/surface.tsx";

const words = texts.reports.sharing;

type Sharing = OutputOf<"reports.sharing">;
type Upload = Sharing["uploads"][number];
type SharedWith = Upload["shared_with"];

const SHARED_WITH = ["account", "uploader", "members"] as const;
export const SHARING_CHOICES = SHARED_WITH.map((value) => ({ value, label: words.choices[value] }));

/** Says who may read an upload; its uploader and owners can change it. */
export function ShareReport({ upload, people }: { upload: Upload; people: Sharing["people"] }) {
  const [isOpen, setIsOpen] = useState(false);
  const sharedWith = words.choices[upload.shared_with];
  if (!upload.may_change)
    return (
      <p className="flex min-h-9 items-center gap-2 px-1 text-dim" title={words.label}>
        <Users size={15} aria-hidden />
        {sharedWith}
      </p>
    );
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Users size={15} aria-hidden />
        {words.share}
        <span className="font-normal text-dim text-xs">{sharedWith}</span>
      </Button>
      {isOpen && <ShareDialog upload={upload} people={people} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ShareDialog(props: { upload: Upload; people: Sharing["people"]; onClose: () => void }) {
  const { upload, people, onClose } = props;
  const [sharedWith, setSharedWith] = useState<SharedWith>(upload.shared_with);
  const share = useOperationMutation("reports.share", ["reports.sharing", "reports.search"]);
  const uploader = upload.uploaded_by?.member_id;
  const others = people.filter(({ member_id }) => member_id !== uploader);
  const chosen = new Set(upload.members.map(({ member_id }) => member_id));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const members = new FormData(event.currentTarget).getAll("member").map(String);
    const input = { report_id: upload.report_id, shared_with: sharedWith };
    share.mutate(sharedWith === "members" ? { ...input, members } : input, { onSuccess: onClose });
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <Select
          label={words.label}
          hint={words.hint}
          choices={SHARING_CHOICES}
          value={sharedWith}
          // The choices are the values of the type.
          onChange={({ target }) => setSharedWith(target.value as SharedWith)}
        />
        {sharedWith === "members" && (
          <fieldset className="max-h-60 space-y-2 overflow-y-auto">
            <legend className="mb-2 font-medium text-sm">{words.members}</legend>
            {others.length === 0 && <p className="text-dim">{words.noMembers}</p>}
            {others.map(({ member_id, name, email }) => (
              <Checkbox
                key={member_id}
                label={name}
                hint={email}
                name="member"
                value={member_id}
                defaultChecked={chosen.has(member_id)}
              />
            ))}
          </fieldset>
        )}
        {share.error && <Alert error={share.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          <Button
            kind="first"
            type="submit"
            busy={share.isPending}
            disabled={sharedWith === "members" && others.length === 0}
          >
            {texts.ui.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
