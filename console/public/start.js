// Before anything is painted, so that a chosen theme never flashes in the other one.
document.documentElement.dataset.theme = localStorage.getItem("florin.theme") ?? "system";
document.documentElement.dataset.at = location.pathname;

// The page is painted as it came; only then does the application begin, whose work would hold the paint back.
// A window in the background is never painted, and does not wait for it.
const { application } = document.currentScript.dataset;
if (application) {
  const begin = () => import(application);
  if (document.hidden) void begin();
  else requestAnimationFrame(() => setTimeout(begin));
}
