// Runs before the first paint, so that a chosen theme or language never flashes in another one. A cookie is available
// immediately, while the browser's local storage would have to be opened first.
const { documentElement: root, currentScript: script } = document;
const readCookie = (name) => new RegExp(`\\b${name}=(\\w+)`).exec(document.cookie)?.[1];
root.dataset.theme = readCookie("florin_theme") ?? "system";
root.dataset.at = location.pathname;

// The chosen language, else the first one of the browser's that the console has; dates and numbers follow the region
// that the browser gives with it. Some browsers list tags that are none, such as en-US@posix.
const languages = script.dataset.languages.split(" ");
const readLanguage = (tag) => tag.split("-", 1)[0].toLowerCase();
const chosen = readCookie("florin_language");
const candidates = languages.includes(chosen) ? [chosen] : languages;
root.lang =
  navigator.languages.find((tag) => /^[\w-]+$/.test(tag) && candidates.includes(readLanguage(tag))) ??
  candidates[0];

// The glyphs of the first paint. A font that a script adds is ready for the first layout; one in a style sheet is found
// by it, and would cost a second one.
const { glyphs } = script.dataset;
if (glyphs) {
  const font = Uint8Array.from(atob(glyphs), (byte) => byte.charCodeAt(0));
  document.fonts.add(new FontFace("First", font, { weight: "400 600" }));
}

// The page is painted first; only then is the application loaded and started, which would delay the paint. A window
// in the background is never painted, so the wait is short.
const PAINT_MILLISECONDS_MAX = 500;
const [application, ...parts] = script.dataset.application?.split(" ") ?? [];
if (application) {
  const catalogues = script.dataset.catalogues.split(" ");
  const pages = Object.entries(JSON.parse(script.dataset.pages));
  const [, page = []] = pages.find(([start]) => location.pathname.startsWith(start)) ?? [];
  const catalogue = catalogues[languages.indexOf(readLanguage(root.lang))];
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const href of [...parts, catalogue, ...page]) {
      const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href });
      document.head.append(link);
    }
    // The application renders when its style sheet is there; its fonts are named in it. Without the sheet it would be
    // plain, but usable.
    const style = Object.assign(document.createElement("link"), {
      rel: "stylesheet",
      href: script.dataset.style,
    });
    style.onload = style.onerror = () => {
      void document.fonts.load('1em "Inter Variable"');
      void import(application);
    };
    document.head.append(style);
  };
  if (document.hidden) begin();
  else {
    const painted = () => document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(begin)));
    const look = (paints) => paints.getEntriesByName("first-contentful-paint").length > 0 && painted();
    new PerformanceObserver(look).observe({ type: "paint", buffered: true });
    setTimeout(begin, PAINT_MILLISECONDS_MAX);
  }
}
