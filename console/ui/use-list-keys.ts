import { useEffect } from "react";

const ITEM = "li, tbody > tr";
const FOCUSABLE = "a[href], button:not(:disabled), summary, input[type=checkbox], [tabindex='0']";
/** Where the arrow keys already mean something. */
const OWN_KEYS =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=slider]";

/**
 * Arrow keys in every list and table of the console: up and down move the focus to the item before or after, Home and
 * End to the first and last. The Tab key stays as it is.
 */
export function useListKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
      if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
      if (!(target instanceof HTMLElement) || target.closest(OWN_KEYS) !== null) return;
      const next = findNext(target, key);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

/** The same place in another item: the second button of a row leads to the second button of the next. */
function findNext(from: HTMLElement, key: string): HTMLElement | undefined {
  const item = from.closest(ITEM);
  if (!item?.parentElement) return undefined;
  const items = [...item.parentElement.children].filter((one) => focusablesIn(one).length > 0);
  const at = items.indexOf(item);
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const next = items[targets[key] ?? -1];
  if (!next || next === item) return undefined;
  const places = focusablesIn(next);
  return places[Math.min(focusablesIn(item).indexOf(from), places.length - 1)] ?? places[0];
}

const focusablesIn = (item: Element): HTMLElement[] =>
  [...item.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((place) => place.checkVisibility());
