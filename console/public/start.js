// Before anything is painted, so that a chosen theme never flashes in the other one.
document.documentElement.dataset.theme = localStorage.getItem("florin.theme") ?? "system";
document.documentElement.dataset.at = location.pathname;

// The page is painted as it came; only then does the application begin, whose work would hold the paint back.
// A window in the background is never painted, and nobody waits longer than a moment for it.
const PAINT_MILLISECONDS_MAX = 500;
const { application } = document.currentScript.dataset;
if (application) {
  const begin = () => void import(application);
  if (document.hidden) begin();
  else {
    // Begun a second time, it is the same module.
    const look = (paints) => paints.getEntriesByName("first-contentful-paint").length > 0 && begin();
    new PerformanceObserver(look).observe({ type: "paint", buffered: true });
    setTimeout(begin, PAINT_MILLISECONDS_MAX);
  }
}
