/** How long a press stands for its search: as long as the result is kept. */
const PRESSED_MILLISECONDS = 60_000;
const pressed = new Map<string, number>();

const keyOf = (search: string): string => new URLSearchParams(search).toString();

/**
 * The person pressed something that names the price of this search, given as the query string of its address. Kept in
 * memory, so that an address that is opened or loaded again spends nothing by itself.
 */
export function pressSearch(search: string): void {
  pressed.set(keyOf(search), Date.now());
}

export function wasPressed(search: string): boolean {
  const at = pressed.get(keyOf(search));
  return at !== undefined && Date.now() - at < PRESSED_MILLISECONDS;
}
