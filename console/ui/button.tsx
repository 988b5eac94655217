import { Check, Copy } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { texts } from "../texts/index.ts";
import { classNames } from "./class-names.ts";

const KINDS = {
  first: "bg-accent text-accent-ink hover:bg-accent-strong border-transparent",
  second: "bg-card text-ink border-line hover:bg-soft",
  bad: "bg-card text-bad border-line hover:bg-bad-soft",
  bare: "border-transparent text-dim hover:text-ink hover:bg-soft",
};

const SHAPE =
  "inline-flex min-h-9 items-center justify-center gap-2 rounded-lg border px-3 py-1.5 text-sm font-medium transition-colors disabled:opacity-55 aria-disabled:opacity-55 " +
  // Inside a row of a table, which stays 36 pixels tall.
  "in-data-row:min-h-7 in-data-row:px-2 in-data-row:py-0.5";

/** While busy it does nothing but keeps the focus, which a disabled button would lose. */
export function Button({
  kind = "second",
  busy = false,
  className,
  onClick,
  ...rest
}: { kind?: keyof typeof KINDS; busy?: boolean } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy}
      className={classNames(SHAPE, KINDS[kind], className)}
    />
  );
}

export function buttonClass(kind: keyof typeof KINDS = "second"): string {
  return classNames(SHAPE, KINDS[kind]);
}

const SHOWN_MILLISECONDS = 1_500;

export function CopyButton(props: { text: string; label?: string; onCopied?: () => void }) {
  const { text, label = texts.ui.copy, onCopied } = props;
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    onCopied?.();
    setTimeout(() => setCopied(false), SHOWN_MILLISECONDS);
  };
  return (
    <Button onClick={() => void copy()} aria-live="polite">
      {copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
      {copied ? texts.ui.copied : label}
    </Button>
  );
}
