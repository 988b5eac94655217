import type { KeyboardEvent } from "react";

/** Key of a press that an input method takes for itself. */
const TAKEN = 229;

/**
 * Enter sends the form of a text, Shift and Enter starts a new line. An Enter that chooses among the words an input
 * method offers is not meant for the form: Safari tells it by its code only.
 */
export function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { key, shiftKey, keyCode, nativeEvent, currentTarget } = event;
  if (key !== "Enter" || shiftKey || nativeEvent.isComposing || keyCode === TAKEN) return;
  event.preventDefault();
  currentTarget.form?.requestSubmit();
}
