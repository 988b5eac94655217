import { useEffect, useRef } from "react";

const TYPING = "input, textarea, select, [contenteditable], dialog";

/** Single keys that act on the page, while no field has the focus and no dialog is open. */
export function useKeys(actions: Record<string, () => void>): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      const action = latest.current[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
