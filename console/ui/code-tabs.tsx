import { type ReactNode, useState } from "react";
import { CopyButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

export interface Tab {
  name: string;
  about?: ReactNode;
  text: string;
}

/** Texts to copy, one tab at a time. */
export function CodeTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [chosen, setChosen] = useState(0);
  const tab = tabs[chosen];
  return (
    <div>
      <fieldset data-items className="mb-3 flex flex-wrap gap-1.5">
        <legend className="sr-only">{label}</legend>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            aria-pressed={index === chosen}
            onClick={() => setChosen(index)}
            className={classNames(
              "min-h-8 rounded-lg border px-3 font-medium",
              index === chosen
                ? "border-accent bg-accent-soft text-accent-strong"
                : "border-line hover:bg-soft",
            )}
          >
            {name}
          </button>
        ))}
      </fieldset>
      {tab && (
        <>
          {tab.about && <p className="mb-3 text-dim">{tab.about}</p>}
          <CodeBlock text={tab.text} label={tab.name} />
        </>
      )}
    </div>
  );
}

export function CodeBlock({ text, label }: { text: string; label: string }) {
  return (
    <div className="relative rounded-lg border border-line bg-soft">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section aria-label={label} tabIndex={0} className="max-h-[32rem] overflow-auto p-4 pr-24">
        <pre className="font-mono text-xs leading-relaxed">{text}</pre>
      </section>
      <div className="absolute top-2 right-2">
        <CopyButton text={text} />
      </div>
    </div>
  );
}
