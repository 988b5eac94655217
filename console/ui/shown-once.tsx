import { useEffect, useState, useSyncExternalStore } from "react";
import { texts } from "../texts/index.ts";
import { Button, CopyButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./surface.tsx";
import { warnBeforeLeaving } from "./warn-before-leaving.ts";

const words = texts.ui.shownOnce;

interface Secret {
  title: string;
  hint: string;
  text: string;
}

let shown: Secret | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(secret: Secret | null): void {
  shown = secret;
  for (const listener of listeners) listener();
}

/** Shows a secret that the service will not give again. It stays when the page below it is left by the Back button. */
export const showOnce: (secret: Secret) => void = show;

export function ShownOnce() {
  const secret = useSyncExternalStore(subscribe, () => shown);
  return secret && <SecretDialog key={secret.text} {...secret} onClose={() => show(null)} />;
}

/** Closes at once when the secret was copied; otherwise a second question prevents losing it to a stray Escape. */
function SecretDialog({ title, hint, text, onClose }: Secret & { onClose: () => void }) {
  const [isCopied, setIsCopied] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const isAsking = isAsked && !isCopied;
  useEffect(warnBeforeLeaving, []);
  return (
    <Dialog title={title} onClose={isCopied ? onClose : () => setIsAsked(true)}>
      <div className="space-y-4">
        <Notice tone="warn">{isAsking ? words.question : hint}</Notice>
        <output className="block whitespace-pre-wrap break-all rounded-lg bg-soft px-3 py-2.5 font-mono text-sm">
          {text}
        </output>
        <div className="flex flex-wrap justify-end gap-2">
          <CopyButton text={text} onCopied={() => setIsCopied(true)} />
          <Button kind={isAsking ? "bad" : "first"} onClick={onClose}>
            {isAsking ? words.close : words.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
