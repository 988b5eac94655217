import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { classNames } from "./class-names.ts";

const INPUT =
  "mt-1 block min-h-9 w-full rounded-lg border border-edge/60 bg-card px-3 py-1.5 text-sm text-ink placeholder:text-dim/90 " +
  "file:mr-3 file:cursor-pointer file:rounded-md file:border-0 file:bg-soft file:px-2 file:py-0 file:font-medium";

interface LabelProps {
  label: string;
  hint?: ReactNode;
  className?: string | undefined;
}

/** A label above and a hint below; the control between them gets the ids that connect the three. */
function LabelledControl(
  props: LabelProps & {
    children: (controlProps: {
      id: string;
      "aria-describedby": string | undefined;
      className: string;
    }) => ReactNode;
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

export function Field({ label, hint, className, ...input }: LabelProps & ComponentProps<"input">) {
  return (
    <LabelledControl label={label} hint={hint} className={className}>
      {(controlProps) => <input {...input} {...controlProps} />}
    </LabelledControl>
  );
}

export function TextArea({ label, hint, className, ...input }: LabelProps & ComponentProps<"textarea">) {
  return (
    <LabelledControl label={label} hint={hint} className={className}>
      {(controlProps) => <textarea rows={3} {...input} {...controlProps} />}
    </LabelledControl>
  );
}

export interface Choice {
  value: string;
  label: string;
}

/** The browser's own list, with our arrow: for a table or a menu, where a label of its own would be too much. */
export function SelectBox({ className, children, ...select }: ComponentProps<"select">) {
  return (
    <span className="relative block min-w-0 grow">
      <select {...select} className={classNames(className, "appearance-none truncate pr-8")}>
        {children}
      </select>
      <ChevronDown
        size={16}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-dim"
      />
    </span>
  );
}

export function Select({
  label,
  hint,
  className,
  choices,
  ...select
}: LabelProps & { choices: readonly Choice[] } & ComponentProps<"select">) {
  return (
    <LabelledControl label={label} hint={hint} className={className}>
      {(controlProps) => (
        <SelectBox {...select} {...controlProps}>
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectBox>
      )}
    </LabelledControl>
  );
}

export function Checkbox({ label, hint, ...input }: LabelProps & ComponentProps<"input">) {
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
