const warn = (event: Event) => event.preventDefault();
let reasons = 0;

/** Until the returned function is called, the browser asks before the tab is closed or loaded again. */
export function warnBeforeLeaving(): () => void {
  if (reasons++ === 0) addEventListener("beforeunload", warn);
  return () => {
    if (--reasons === 0) removeEventListener("beforeunload", warn);
  };
}
