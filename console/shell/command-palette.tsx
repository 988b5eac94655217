import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { texts } from "../texts/index.ts";
import { classNames } from "../ui/class-names.ts";
import { useModal } from "../ui/dialog.tsx";
import { type Command, useCommands } from "./palette-commands.ts";

const { palette } = texts.shell;

/** Everything reachable by typing: pages, common actions, operations, and searches for the typed text. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const dialog = useModal();
  const listId = useId();
  const commands = useCommands(typed);
  // What is found arrives in parts, so the list may be shorter than a moment ago.
  const current = Math.min(chosen, commands.length - 1);

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const move = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter") run(commands[current]);
    else if (step === undefined) return;
    else setChosen((current + step + commands.length) % Math.max(1, commands.length));
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
          aria-autocomplete="list"
          aria-activedescendant={current < 0 ? undefined : `${listId}-${current}`}
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
            aria-selected={index === current}
            ref={index === current ? keepInView : undefined}
            onClick={() => run(command)}
            onPointerMove={() => setChosen(index)}
            className={classNames(
              "flex h-9 cursor-pointer items-center justify-between gap-4 rounded-lg px-3",
              index === current && "bg-accent-soft text-accent-strong",
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

const keepInView = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });
