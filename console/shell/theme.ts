import { useState } from "react";

/** `public/start.js` also reads it, before the first paint. */
const COOKIE = "florin_theme";
const YEAR_SECONDS = 31_536_000;
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(
    () => THEMES.find((known) => known === document.documentElement.dataset["theme"]) ?? "system",
  );
  const choose = (chosen: Theme) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing where the service is reached without TLS
    document.cookie = `${COOKIE}=${chosen}; Path=/console; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
    document.documentElement.dataset["theme"] = chosen;
    setTheme(chosen);
  };
  return [theme, choose];
}
