import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { texts } from "../texts/index.ts";
import { classNames } from "../ui/class-names.ts";
import { type Command, useCommands } from "./palette-commands.ts";

const { palette } = texts.shell;

/** Everything reachable by typing: pages, common actions, operations, and searches for the typed text. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const commands = useCommands(typed);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.key === "Enter") run(commands[chosen]);
    else if (step === undefined) return;
    else setChosen((chosen + step + commands.length) % Math.max(1, commands.length));
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      aria-label={palette.title}
      onCancel={onClose}
      className="mx-auto mt-[12vh] w-[min(38rem,calc(100vw-2rem))] rounded-xl border border-line bg-card p-0 text-ink shadow-2xl"
    >
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search size={17} className="text-dim" aria-hidden />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={`${listId}-${chosen}`}
          aria-label={palette.placeholder}
          placeholder={palette.placeholder}
          className="h-12 grow bg-transparent text-base outline-none placeholder:text-dim"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={move}
        />
      </div>
      <div id={listId} role="listbox" aria-label={palette.title} className="max-h-[50vh] overflow-y-auto p-2">
        {commands.length === 0 && <p className="p-3 text-dim">{palette.empty}</p>}
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled where the focus is, in the input
          <div
            key={command.id ?? `${command.kind} ${command.name}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => run(command)}
            onPointerMove={() => setChosen(index)}
            className={classNames(
              "flex h-9 cursor-pointer items-center justify-between gap-4 rounded-lg px-3",
              index === chosen && "bg-accent-soft text-accent-strong",
            )}
          >
            <span title={command.name} className="truncate">
              {command.name}
            </span>
            <span className="shrink-0 text-dim text-xs">{command.kind}</span>
          </div>
        ))}
      </div>
      <p className="border-line border-t px-4 py-2 text-dim text-xs">{palette.hint}</p>
    </dialog>
  );
}
