// Before anything is painted, so that a chosen theme never flashes in the other one.
document.documentElement.dataset.theme = localStorage.getItem("florin.theme") ?? "system";
document.documentElement.dataset.at = location.pathname;
