import { useEffect, useState } from "react";

/** Counts changes of the theme: a canvas does not follow the style sheet by itself. */
export function useThemeChange(): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const count = () => setChanges((before) => before + 1);
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", count);
    const chosen = new MutationObserver(count);
    chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      system.removeEventListener("change", count);
      chosen.disconnect();
    };
  }, []);
  return changes;
}
