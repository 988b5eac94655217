import { Menu, Search } from "lucide-react";
import { Component, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { checkService } from "../api/connection.ts";
import { texts } from "../texts/index.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link, usePath, useVisit } from "../ui/router.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";
import { Empty, Page, Skeleton } from "../ui/surface.tsx";
import { useKeys } from "../ui/use-keys.ts";
import { useListKeys } from "../ui/use-list-keys.ts";
import { Balance, NoCreditsBanner } from "./balance.tsx";
import { CommandPalette } from "./command-palette.tsx";
import { Navigation } from "./navigation.tsx";
import { findPage } from "./pages.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { ServiceAwayBanner, useWhenBack } from "./service-away.tsx";
import { ShortcutSheet } from "./shortcut-sheet.tsx";

export function Shell() {
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);
  const [sheetOpen, setSheetOpen] = useState(false);
  useKeys({ "?": () => setSheetOpen(true) });
  useListKeys();
  const path = usePath();
  const visitKey = `${path} ${useVisit()}`;
  const main = useFocusOnNavigation(visitKey);

  const menuButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && menuOpen) {
        setMenuOpen(false);
        menuButton.current?.focus();
      }
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      setPaletteOpen((isOpen) => !isOpen);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [menuOpen]);

  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a href="#main" className="sr-only focus:not-sr-only focus:fixed focus:z-50 focus:bg-card focus:p-3">
        {texts.shell.skip}
      </a>
      <header className="sticky top-0 z-20 border-line border-b bg-card lg:h-dvh lg:border-r lg:border-b-0">
        <div className="flex h-14 items-center gap-2 px-4 lg:h-full lg:flex-col lg:items-stretch lg:gap-4 lg:py-4">
          <Mark />
          <Button
            className="ml-auto font-normal text-dim lg:ml-0 lg:justify-start lg:gap-1 lg:px-1.5!"
            onClick={() => setPaletteOpen(true)}
          >
            <Search size={16} aria-hidden className="shrink-0" />
            <span className="sr-only truncate text-left sm:not-sr-only sm:min-w-0 sm:truncate lg:grow">
              {texts.shell.search}
            </span>
            <kbd className="hidden whitespace-nowrap font-sans text-xs lg:inline">{SHORTCUT}</kbd>
          </Button>
          <Button
            ref={menuButton}
            kind="bare"
            className="lg:hidden"
            aria-expanded={menuOpen}
            aria-controls="menu"
            aria-label={texts.shell.menu}
            onClick={() => setMenuOpen(!menuOpen)}
          >
            <Menu size={20} aria-hidden />
          </Button>
          <div
            id="menu"
            className={menuOpen ? MENU_OPEN : "hidden min-h-0 grow flex-col justify-between lg:flex"}
          >
            {/* On a low screen the pages scroll; the balance and the way out stay in view. */}
            <div className="lg:-mx-1 min-h-0 lg:overflow-y-auto lg:px-1">
              <Navigation onFollow={() => setMenuOpen(false)} />
            </div>
            <div className="mt-4 shrink-0 space-y-3">
              <Balance />
              <PersonMenu />
            </div>
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1} className="min-w-0 outline-none">
        <ServiceAwayBanner />
        <NoCreditsBanner />
        <PageOutlet key={visitKey} path={path} />
      </main>
      {paletteOpen && <CommandPalette onClose={() => setPaletteOpen(false)} />}
      <ShownOnce />
      {sheetOpen && <ShortcutSheet onClose={() => setSheetOpen(false)} />}
    </div>
  );
}

const SHORTCUT = navigator.platform.startsWith("Mac") ? "⌘K" : "Ctrl K";

const MENU_OPEN =
  "absolute inset-x-0 top-14 z-30 max-h-[calc(100dvh-3.5rem)] overflow-y-auto border-line border-b bg-card p-4 shadow-lg " +
  "lg:static lg:flex lg:max-h-none lg:grow lg:flex-col lg:justify-between lg:border-0 lg:p-0 lg:shadow-none";

function Mark() {
  return (
    <Link to="/" className="flex items-center gap-2.5 rounded-lg px-1 font-semibold text-base lg:px-3">
      <img src="/favicon.ico" alt="" width={22} height={22} />
      {texts.shell.name}
    </Link>
  );
}

/** After navigation, screen readers start at the new page, not on the link just followed. */
function useFocusOnNavigation(visitKey: string) {
  const main = useRef<HTMLElement>(null);
  const previous = useRef(visitKey);
  useEffect(() => {
    if (previous.current !== visitKey) main.current?.focus({ preventScroll: true });
    previous.current = visitKey;
  }, [visitKey]);
  return main;
}

function PageOutlet({ path }: { path: string }) {
  const found = findPage(path);
  if (!found)
    return (
      <Page title={texts.shell.notFound}>
        <Empty title={texts.shell.notFoundHint}>
          <Link to="/" className={buttonClass("first")}>
            {texts.shell.toHome}
          </Link>
        </Empty>
      </Page>
    );
  return (
    <ErrorBoundary>
      <Suspense
        fallback={
          <div className="mx-auto max-w-screen-2xl px-4 py-8 sm:px-6">
            <Skeleton rows={6} tall />
          </div>
        }
      >
        <found.page params={found.params} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** An error on one page leaves the rest of the console working. */
class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <BrokenPage />;
  }
}

/** A page's script is loaded from the service too: when that was away, the page is loaded again as soon as it is back. */
function BrokenPage() {
  useEffect(() => void checkService(), []);
  useWhenBack(() => location.reload());
  return (
    <Page title={texts.shell.broken}>
      <Button kind="first" onClick={() => location.reload()}>
        {texts.shell.reload}
      </Button>
    </Page>
  );
}
