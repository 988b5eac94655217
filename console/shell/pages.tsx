import { type ComponentType, lazy } from "react";
import { HomePage } from "../pages/home/home.tsx";
import { matchPath } from "../ui/router.tsx";

export interface PageProps {
  /** What the address names, such as a company. */
  params: Record<string, string>;
}

/** The home page comes with the application; every other one is fetched when it is first opened. */
const PAGES: readonly [pattern: string, page: ComponentType<PageProps>][] = [
  ["/", HomePage],
  [
    "/settings",
    lazy(async () => ({ default: (await import("../pages/settings/settings.tsx")).SettingsPage })),
  ],
  [
    "/settings/:section",
    lazy(async () => ({ default: (await import("../pages/settings/settings.tsx")).SettingsPage })),
  ],
];

export function findPage(
  path: string,
): { page: ComponentType<PageProps>; params: Record<string, string> } | null {
  for (const [pattern, page] of PAGES) {
    const params = matchPath(pattern, path);
    if (params) return { page, params };
  }
  return null;
}
