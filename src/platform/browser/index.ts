/**
 * Browser: prints an HTML page as PDF with a local Chromium, in a separate process for each page, with a time limit,
 * without scripts and without network access.
 */
export { type Browser, type BrowserOptions, openBrowser, type PrintResult } from "./browser.ts";
export { findBrowser } from "./find-browser.ts";
