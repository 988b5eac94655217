import { useMutation } from "@tanstack/react-query";
import { Download, Pencil, Share2, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call, type OutputOf } from "../../api/operations.ts";
import { useOperationMutation } from "../../api/use-api.ts";
import { texts } from "../../texts/index.ts";
import { Button, CopyButton } from "../../ui/button.tsx";
import { Confirm, Dialog } from "../../ui/dialog.tsx";
import { saveFile } from "../../ui/download.ts";
import { Field } from "../../ui/field.tsx";
import { navigate } from "../../ui/router.tsx";
import { Alert } from "../../ui/surface.tsx";
import type { Message } from "./places.ts";

const { ask: words } = texts;
export type Thread = Omit<OutputOf<"threads.get">, "message_list">;
const CHANGES = ["threads.get", "threads.list"] as const;

/** Share, rename, export and delete. */
export function ThreadTools({ thread, messages }: { thread: Thread; messages: readonly Message[] }) {
  const [open, setOpen] = useState<"share" | "rename" | "export" | "delete" | null>(null);
  const remove = useOperationMutation("threads.delete", ["threads.list"]);
  const { thread_id } = thread;
  const close = () => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen("share")}>
        <Share2 size={15} aria-hidden />
        {thread.visibility === "shared" ? words.shared : words.share}
      </Button>
      {/* Next to each other, also where they do not fit next to the button before them. */}
      <span className="flex">
        <IconButton label={words.rename} onClick={() => setOpen("rename")}>
          <Pencil size={15} aria-hidden />
        </IconButton>
        <IconButton label={words.export} onClick={() => setOpen("export")}>
          <Download size={15} aria-hidden />
        </IconButton>
        <IconButton label={words.delete} onClick={() => setOpen("delete")}>
          <Trash2 size={15} aria-hidden />
        </IconButton>
      </span>
      {open === "share" && <ShareDialog thread={thread} onClose={close} />}
      {open === "rename" && <RenameDialog thread={thread} onClose={close} />}
      {open === "export" && <ExportDialog thread={thread} messages={messages} onClose={close} />}
      {open === "delete" && (
        <Confirm
          title={words.deleteTitle}
          text={words.deleteText}
          action={words.delete}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ thread_id }, { onSuccess: () => navigate("/") })}
          onClose={close}
        />
      )}
    </>
  );
}

const WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

function ExportDialog(props: { thread: Thread; messages: readonly Message[]; onClose: () => void }) {
  const { thread, messages, onClose } = props;
  const save = async (ending: string, type: string, write: () => Promise<string | Blob>) => {
    const name =
      thread.title
        .match(/[\p{L}\p{N}]+/gu)
        ?.join("-")
        .slice(0, 60) ?? thread.thread_id;
    saveFile(`${name}.${ending}`, type, await write());
    onClose();
  };
  const exporting = useMutation({ mutationFn: (run: () => Promise<void>) => run() });
  const markdown = () =>
    save(
      "md",
      "text/markdown",
      async () => (await call("threads.export", { thread_id: thread.thread_id })).markdown,
    );
  const word = () =>
    save("docx", WORD_TYPE, async () => {
      const { writeDocx } = await import("./write-docx.ts");
      return new Blob([writeDocx(thread.title, messages, words).slice()]);
    });
  return (
    <Dialog title={words.export} onClose={onClose}>
      <p className="mb-4 text-dim">{words.exportText}</p>
      {exporting.error && <Alert error={exporting.error} />}
      <div className="flex flex-wrap gap-2">
        <Button kind="first" busy={exporting.isPending} onClick={() => exporting.mutate(word)}>
          Word (.docx)
        </Button>
        <Button busy={exporting.isPending} onClick={() => exporting.mutate(markdown)}>
          Markdown (.md)
        </Button>
      </div>
    </Dialog>
  );
}

function IconButton(props: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <Button
      kind="bare"
      aria-label={props.label}
      title={props.label}
      onClick={props.onClick}
      className="max-sm:px-2.5!"
    >
      {props.children}
    </Button>
  );
}

function ShareDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const update = useOperationMutation("threads.update", CHANGES);
  const isShared = thread.visibility === "shared";
  const address = `${location.origin}/console/ask/${thread.thread_id}`;
  const change = () =>
    update.mutate({ thread_id: thread.thread_id, visibility: isShared ? "private" : "shared" });
  return (
    <Dialog title={words.shareTitle} onClose={onClose}>
      <p className="mb-3 text-dim">{isShared ? words.isShared : words.shareText}</p>
      {isShared && (
        <>
          <Field label={words.link} readOnly value={address} onFocus={(event) => event.target.select()} />
          <div className="mt-3">
            <CopyButton text={address} label={words.copyLink} />
          </div>
        </>
      )}
      {update.error && <Alert error={update.error} />}
      {(thread.own || !isShared) && (
        <div className="mt-4 flex justify-end">
          <Button kind={isShared ? "second" : "first"} busy={update.isPending} onClick={change}>
            {isShared ? words.makePrivate : words.shareAction}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function RenameDialog({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const update = useOperationMutation("threads.update", CHANGES);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get("title")).trim();
    update.mutate({ thread_id: thread.thread_id, title }, { onSuccess: onClose });
  };
  return (
    <Dialog title={words.rename} onClose={onClose}>
      <form onSubmit={submit} className="space-y-4">
        <Field label={words.name} name="title" required maxLength={200} defaultValue={thread.title} />
        {update.error && <Alert error={update.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{texts.ui.cancel}</Button>
          <Button kind="first" type="submit" busy={update.isPending}>
            {texts.ui.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
