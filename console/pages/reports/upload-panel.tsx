import { FileUp } from "lucide-react";
import { type DragEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { PRICES } from "../../api/prices.ts";
import { texts } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatWhole } from "../../ui/format.ts";
import type { Company } from "../companies/company-search.tsx";
import { type Draft, DraftForm, newDraft } from "./draft-form.tsx";
import { SentReport } from "./sent-report.tsx";

const { reports: words } = texts;

/** Reports are dropped here, described, uploaded, and tracked until every page is read. */
export function UploadPanel({ company }: { company: Company | null }) {
  const [drafts, setDrafts] = useState<Draft[]>([]);
  const [sent, setSent] = useState<Draft[]>([]);
  const place = useRef<HTMLElement>(null);
  // The forms are taller than the rows that take their place: the page would be left far below these.
  useEffect(() => {
    if (sent.length > 0) place.current?.scrollIntoView({ block: "nearest" });
  }, [sent.length]);
  const take = (files: readonly File[]) =>
    setDrafts([...drafts, ...files.map((file) => newDraft(file, company))]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent([...drafts, ...sent]);
    setDrafts([]);
  };
  return (
    <section ref={place} aria-label={words.upload} className="mb-5 scroll-mt-18 space-y-3 lg:scroll-mt-4">
      <DropPlace onFiles={take} />
      {drafts.length > 0 && (
        <form onSubmit={submit} className="space-y-3">
          {drafts.map((draft) => (
            <DraftForm
              key={draft.id}
              draft={draft}
              onChange={(changed) => setDrafts(drafts.map((one) => (one.id === changed.id ? changed : one)))}
              onRemove={() => setDrafts(drafts.filter(({ id }) => id !== draft.id))}
            />
          ))}
          <p className="text-dim text-xs">{words.draft.detected}</p>
          <Button kind="first" type="submit">
            {words.draft.send(drafts.length, formatWhole(drafts.length * PRICES["reports.upload"]))}
          </Button>
        </form>
      )}
      <ul className="space-y-2" aria-live="polite">
        {sent.map((draft) => (
          <SentReport key={draft.id} draft={draft} />
        ))}
      </ul>
    </section>
  );
}

function DropPlace({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <section
      aria-label={words.dropTitle}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames(
        "rounded-xl border-2 border-dashed px-4 py-7 text-center",
        isOver ? "border-accent bg-accent-soft" : "border-line bg-card",
      )}
    >
      <FileUp size={26} className="mx-auto text-dim" aria-hidden />
      <p className="mt-2 font-medium">{words.dropTitle}</p>
      <p className="mb-3 text-dim text-xs">{words.dropHint}</p>
      <input
        ref={input}
        type="file"
        multiple
        accept=".pdf,.html,.htm,.xhtml,.zip,application/pdf,text/html,application/xhtml+xml,application/zip"
        aria-label={words.choose}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Allows choosing the same file again after it was removed.
          event.target.value = "";
        }}
      />
      <Button onClick={() => input.current?.click()}>{words.choose}</Button>
    </section>
  );
}
