import { type FormEvent, type ReactNode, useRef } from "react";
import { THREAD_CREDITS_MIN } from "../../api/prices.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Price } from "../../ui/price.tsx";
import { submitOnEnter } from "../../ui/submit-on-enter.ts";

const { ask: words } = texts;
const LENGTH_MAX = 2_000;

/** The question; Enter asks it, Shift and Enter starts a new line. An unanswered question stays in the field. */
export function QuestionField(props: {
  label: string;
  placeholder: string;
  hint: string;
  busy: boolean;
  /** A question that could not be asked yet. */
  initial?: string;
  children?: ReactNode;
  onAsk: (question: string) => Promise<boolean>;
}) {
  const { label, placeholder, hint, busy, initial, children, onAsk } = props;
  const form = useRef<HTMLFormElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const question = String(new FormData(event.currentTarget).get("question")).trim();
    if (question !== "" && (await onAsk(question))) form.current?.reset();
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => void submit(event)}
      className="rounded-2xl border border-edge/60 bg-card p-3 shadow-sm focus-within:border-accent"
    >
      <textarea
        name="question"
        aria-label={label}
        placeholder={placeholder}
        rows={2}
        key={initial}
        defaultValue={initial}
        required
        maxLength={LENGTH_MAX}
        className="block field-sizing-content max-h-60 w-full resize-none bg-transparent px-2 py-1.5 text-base outline-none placeholder:text-dim"
        onKeyDown={submitOnEnter}
      />
      {children && <div className="mt-2 flex flex-wrap gap-2 px-2 text-xs">{children}</div>}
      <div className="mt-2 flex flex-wrap items-end justify-end gap-2">
        <p className="min-w-0 grow basis-64 px-2 text-dim text-xs">{hint}</p>
        <Button kind="first" type="submit" busy={busy}>
          {words.action}
          <Price credits={THREAD_CREDITS_MIN} from />
        </Button>
      </div>
    </form>
  );
}
