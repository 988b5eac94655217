import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { classNames } from "./class-names.ts";

const INPUT =
  "mt-1 block min-h-9 w-full rounded-lg border border-edge/60 bg-card px-3 py-1.5 text-sm text-ink placeholder:text-dim/90";

interface Labelled {
  label: string;
  hint?: ReactNode;
  className?: string | undefined;
}

export function Field({ label, hint, className, ...input }: Labelled & ComponentProps<"input">) {
  const id = useId();
  return (
    <div className={classNames("block text-sm", className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...input} className={INPUT} />
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
    </div>
  );
}

export function TextArea({ label, hint, className, ...input }: Labelled & ComponentProps<"textarea">) {
  const id = useId();
  return (
    <div className={classNames("block text-sm", className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
        className={INPUT}
      />
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
    </div>
  );
}

export interface Choice {
  value: string;
  label: string;
}

export function Select({
  label,
  hint,
  className,
  choices,
  ...select
}: Labelled & { choices: readonly Choice[] } & ComponentProps<"select">) {
  const id = useId();
  return (
    <div className={classNames("block text-sm", className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...select} className={INPUT}>
        {choices.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
    </div>
  );
}

export function Checkbox({ label, hint, ...input }: Labelled & ComponentProps<"input">) {
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <input type="checkbox" {...input} className="mt-0.5 size-4 accent-accent" />
      <span>
        <span className="font-medium">{label}</span>
        {hint && <span className="block text-dim text-xs">{hint}</span>}
      </span>
    </label>
  );
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1 text-dim text-xs">
      {children}
    </p>
  );
}
