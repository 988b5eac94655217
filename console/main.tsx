import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { findPage } from "./shell/pages.tsx";
import { Shell } from "./shell/shell.tsx";
import "./styles/console.css";
import { readPath } from "./ui/router.tsx";

/** Calls cost credits: nothing is refetched just because a window regains focus. */
const client = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 60_000, refetchOnWindowFocus: false } },
});

// The page first, so that it is the first thing rendered: React keeps a placeholder for at least 300 ms. When it cannot
// be loaded, rendering it says so.
await findPage(readPath())
  ?.page.load?.()
  .catch(() => undefined);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Shell />
      </QueryClientProvider>
    </StrictMode>,
  );
}
