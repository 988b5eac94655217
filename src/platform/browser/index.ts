/**
 * Browser: prints a page of HTML as PDF with a Chromium of this machine, in a process of its own for each page, under a
 * limit of time, without scripts and without a way to anywhere.
 */
export { type Browser, type BrowserOptions, openBrowser, type Printing } from "./browser.ts";
export { findBrowser } from "./find-browser.ts";
