import { texts } from "../texts/index.ts";
import { Dialog } from "../ui/dialog.tsx";

const { shortcuts: words } = texts.shell;

/** Every key that does something. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.title} onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-2">
        {words.keys.map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-md border border-line bg-soft px-2 py-0.5 font-mono text-xs">
                {keys}
              </kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
