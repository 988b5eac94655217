import { X } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { texts } from "../texts/index.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";

/** Opens an element as a modal dialog while it is shown; the page behind it is darkened up to the edge of the window. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  // Closes while still in the document: only then does the browser return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    document.documentElement.dataset["modal"] = "";
    return () => {
      element?.close();
      delete document.documentElement.dataset["modal"];
    };
  }, []);
  return dialog;
}

/** The browser's native dialog: it traps the focus, closes with Escape and returns the focus. */
export function Dialog({
  title,
  onClose,
  wide = false,
  children,
}: {
  title: string;
  onClose: () => void;
  wide?: boolean;
  children: ReactNode;
}) {
  const dialog = useModal();
  useLayoutEffect(() => {
    // Focus the first input rather than the close button.
    dialog.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }, [dialog]);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // A second Escape closes it whatever the page decided after the first.
        if (currentTarget.open) return;
        currentTarget.showModal();
        onClose();
      }}
      className={classNames(
        "m-auto max-h-[90dvh] overflow-y-auto rounded-xl border border-line bg-card p-0 text-ink shadow-2xl",
        wide ? "w-[min(56rem,calc(100vw-2rem))]" : "w-[min(36rem,calc(100vw-2rem))]",
      )}
    >
      <div className="sticky top-0 z-10 flex items-center justify-between gap-3 border-line border-b bg-card px-5 py-3">
        <h2 className="min-w-0 break-words font-semibold text-base">{title}</h2>
        <Button kind="bare" onClick={onClose} aria-label={texts.ui.close}>
          <X size={18} aria-hidden />
        </Button>
      </div>
      <div className="p-5">{children}</div>
    </dialog>
  );
}

/** Asks for confirmation of an action that cannot be undone. */
export function Confirm(props: {
  title: string;
  text: string;
  action: string;
  busy?: boolean;
  error?: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <p className="text-dim">{props.text}</p>
      {props.error && (
        <p role="alert" className="mt-3 text-bad">
          {props.error.message}
        </p>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={props.onClose}>{texts.ui.cancel}</Button>
        <Button kind="bad" busy={props.busy ?? false} onClick={props.onConfirm}>
          {props.action}
        </Button>
      </div>
    </Dialog>
  );
}
