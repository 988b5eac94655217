import { classNames } from "./class-names.ts";

/** A small single choice that fits a card header. */
export function Toggles<T extends string>(props: {
  label: string;
  choices: readonly { value: T; label: string }[];
  chosen: T;
  onChoose: (value: T) => void;
}) {
  const { label, choices, chosen, onChoose } = props;
  return (
    <fieldset data-items className="flex flex-wrap gap-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value, label: text }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={classNames(
            "min-h-7 whitespace-nowrap rounded-md px-2 font-medium",
            value === chosen ? "bg-accent-soft text-accent-strong" : "hover:bg-soft",
          )}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
