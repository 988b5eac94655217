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

/** A label above and a hint below; the control between them gets the ids that connect the three. */
function Framed(
  props: Labelled & {
    children: (tied: { id: string; "aria-describedby": string | undefined; className: string }) => ReactNode;
  },
) {
  const { label, hint, className, children } = props;
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className={classNames("block text-sm", className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({ id, "aria-describedby": hint ? hintId : undefined, className: INPUT })}
      {hint && (
        <p id={hintId} className="mt-1 text-dim text-xs">
          {hint}
        </p>
      )}
    </div>
  );
}

export function Field({ label, hint, className, ...input }: Labelled & ComponentProps<"input">) {
  return (
    <Framed label={label} hint={hint} className={className}>
      {(tied) => <input {...input} {...tied} />}
    </Framed>
  );
}

export function TextArea({ label, hint, className, ...input }: Labelled & ComponentProps<"textarea">) {
  return (
    <Framed label={label} hint={hint} className={className}>
      {(tied) => <textarea rows={3} {...input} {...tied} />}
    </Framed>
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
  return (
    <Framed label={label} hint={hint} className={className}>
      {(tied) => (
        <select {...select} {...tied}>
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Framed>
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
