import { useState } from "react";

/** Also read before the first paint, by public/start.js. */
const STORED_THEME = "florin.theme";
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(
    () => THEMES.find((known) => known === localStorage.getItem(STORED_THEME)) ?? "system",
  );
  const choose = (chosen: Theme) => {
    localStorage.setItem(STORED_THEME, chosen);
    document.documentElement.dataset["theme"] = chosen;
    setTheme(chosen);
  };
  return [theme, choose];
}
