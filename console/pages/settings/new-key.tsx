import { texts } from "../../texts/index.ts";
import { Button, CopyButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/surface.tsx";

const { keys: words } = texts.settings;

/** The only time a key's secret is shown. */
export function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <Dialog title={words.createdTitle} onClose={onClose}>
      <div className="space-y-4">
        <Notice tone="warn">{words.createdHint}</Notice>
        <output className="block break-all rounded-lg bg-soft px-3 py-2.5 font-mono text-sm">{value}</output>
        <div className="flex justify-end gap-2">
          <CopyButton text={value} />
          <Button kind="first" onClick={onClose}>
            {words.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
