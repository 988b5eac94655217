// Runs before the first paint, so that a chosen theme never flashes in the other one. A cookie is available
// immediately, while the browser's local storage would have to be opened first.
document.documentElement.dataset.theme = /\bflorin_theme=(\w+)/.exec(document.cookie)?.[1] ?? "system";
document.documentElement.dataset.at = location.pathname;

// The page is painted first; only then is the application loaded and started, which would delay the paint. A window
// in the background is never painted, so the wait is short.
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
    // The application's fonts, so that they are loaded when it renders.
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
