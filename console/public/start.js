// Before anything is painted, so that a chosen theme never flashes in the other one. A cookie is at hand, while the
// browser's storage for pages would have to be opened first.
document.documentElement.dataset.theme = /\bflorin_theme=(\w+)/.exec(document.cookie)?.[1] ?? "system";
document.documentElement.dataset.at = location.pathname;

// The page is painted as it came; only then is the application fetched and begun, whose work would hold the paint back.
// A window in the background is never painted, and nobody waits longer than a moment for it.
const PAINT_MILLISECONDS_MAX = 500;
const [application, ...parts] = document.currentScript.dataset.application?.split(" ") ?? [];
if (application) {
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const href of parts) {
      const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href });
      document.head.append(link);
    }
    // The letters of the application, so that they are there when it writes.
    void document.fonts.load('1em "Inter Variable"');
    void import(application);
  };
  if (document.hidden) begin();
  else {
    const painted = () => document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(begin)));
    const look = (paints) => paints.getEntriesByName("first-contentful-paint").length > 0 && painted();
    new PerformanceObserver(look).observe({ type: "paint", buffered: true });
    setTimeout(begin, PAINT_MILLISECONDS_MAX);
  }
}
