import { useEffect } from "react";

const ITEM = "li, tbody > tr, [data-items] > *";
const FOCUSABLE = "a[href], button:not(:disabled), summary, input[type=checkbox], [tabindex='0']";
const SIDEWAYS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
/** Where the arrow keys already mean something. */
const OWN_KEYS =
  "input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=slider]";

/**
 * Arrow keys in every list and table of the console: up and down move the focus to the item before or after, left and
 * right to the one next to it, Home and End to the first and last. The Tab key stays as it is. What is a list without
 * being one in HTML, such as a group of buttons, has `data-items`.
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

function findNext(from: HTMLElement, key: string): HTMLElement | undefined {
  const item = from.closest(ITEM);
  if (!item?.parentElement) return undefined;
  const items = [...item.parentElement.children].filter((one) => focusablesIn(one).length > 0);
  const at = items.indexOf(item);
  const sideways = SIDEWAYS[key];
  if (sideways !== undefined) {
    if (!item.matches("tr")) return isRow(items) ? samePlace(from, item, items[at + sideways]) : undefined;
    const places = focusablesIn(item);
    return places[places.indexOf(from) + sideways];
  }
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: items.length - 1,
  };
  return samePlace(from, item, items[targets[key] ?? -1]);
}

/** Items next to each other, such as tabs and chips. */
function isRow([first, second]: readonly Element[]): boolean {
  if (!first || !second) return false;
  return second.getBoundingClientRect().left > first.getBoundingClientRect().left;
}

/** The same column of another row; otherwise the second button of an item leads to the second one of the next. */
function samePlace(from: HTMLElement, item: Element, next: Element | undefined): HTMLElement | undefined {
  if (!next || next === item) return undefined;
  const cell = from.closest("td, th");
  const sameCell = cell instanceof HTMLTableCellElement ? next.children[cell.cellIndex] : undefined;
  const places = focusablesIn(next);
  return (
    (sameCell && focusablesIn(sameCell)[0]) ??
    places[Math.min(focusablesIn(item).indexOf(from), places.length - 1)] ??
    places[0]
  );
}

const focusablesIn = (item: Element): HTMLElement[] =>
  [item, ...item.querySelectorAll(FOCUSABLE)].filter(
    (place): place is HTMLElement =>
      place instanceof HTMLElement && place.matches(FOCUSABLE) && place.checkVisibility(),
  );
