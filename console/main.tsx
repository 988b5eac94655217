import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { HomePage } from "./pages/home.tsx";
import { SignInPage } from "./pages/sign-in.tsx";
import "./styles/console.css";

/** The tab's own storage: gone with the tab, never sent anywhere by the browser. */
const STORED_KEY = "florin.key";

function Console() {
  const [key, setKey] = useState(() => sessionStorage.getItem(STORED_KEY));
  if (key === null) {
    return (
      <SignInPage
        onKey={(entered) => {
          sessionStorage.setItem(STORED_KEY, entered);
          setKey(entered);
        }}
      />
    );
  }
  return (
    <HomePage
      apiKey={key}
      onLeave={() => {
        sessionStorage.removeItem(STORED_KEY);
        setKey(null);
      }}
    />
  );
}

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Console />
      </QueryClientProvider>
    </StrictMode>,
  );
}
