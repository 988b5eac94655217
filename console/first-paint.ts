/** The page as it is painted before the application has loaded: its own HTML, a few styles and the glyphs it needs. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import type { Plugin } from "vite";
import { listPageFiles, requireFile } from "./chunks.ts";
import { ask as german } from "./texts/de/ask.ts";
import { ask as english } from "./texts/en/ask.ts";
import { shell } from "./texts/en/shell.ts";
import { ask as french } from "./texts/fr/ask.ts";
import { ask as japanese } from "./texts/ja/ask.ts";
import { LANGUAGES, type Language } from "./texts/languages.ts";

const FIRST_TEXTS: Record<Language, { title: string; about: string }> = {
  en: english,
  de: german,
  fr: french,
  ja: japanese,
};

const DIST = fileURLToPath(new URL("dist", import.meta.url));
const LETTERS = fileURLToPath(
  new URL("../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", import.meta.url),
);

/**
 * The first paint happens before the script has loaded: the frame and, on the home page, its static text in every
 * language, of which the style sheet shows the chosen one.
 */
export function inlineFirstText(): Plugin {
  const text = Object.entries(FIRST_TEXTS)
    .map(
      ([language, { title, about }]) =>
        `<div lang="${language}"><p class="at-home font-semibold text-3xl tracking-tight">${title}</p><p class="at-home mt-1.5 text-dim text-lg">${about}</p></div>`,
    )
    .join("\n");
  const first = `<div class="first lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
<div class="h-14 border-line border-b bg-card lg:h-dvh lg:border-r lg:border-b-0"><p class="px-4 py-4 font-semibold text-base lg:px-7">${shell.name}</p></div>
<div class="mx-auto w-full max-w-screen-2xl px-4 py-6 sm:px-6 lg:py-8">${text}</div>
</div>`;
  return {
    name: "inline-first-text",
    apply: "build",
    transformIndexHtml: (page) => page.replace("<!--first-->", first),
  };
}

/**
 * Names the application, its chunks, its style sheet, the catalogues and the files of some pages to `start.js`, which loads them after the first
 * paint.
 */
export function startAfterPaint(): Plugin {
  const START = /<script src="\/console\/start\.js"([^>]*)><\/script>/;
  const APPLICATION = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
  const STYLE = /\s*<link rel="stylesheet" crossorigin href="([^"]+)">/;
  const PART = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;
  return {
    name: "begin-after-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(page, { bundle = {} }) {
        const application = APPLICATION.exec(page)?.[1];
        const style = STYLE.exec(page)?.[1];
        if (application === undefined || style === undefined || !START.test(page))
          throw new Error("index.html has changed");
        const parts = Array.from(page.matchAll(PART), ([, part]) => String(part));
        const names = [application, ...parts].join(" ");
        const catalogues = LANGUAGES.map(
          (language) => `/console/${requireFile(bundle, `texts/${language}/index.ts`)}`,
        ).join(" ");
        const pages = JSON.stringify(listPageFiles(bundle, [application, ...parts]));
        return page
          .replace(APPLICATION, "")
          .replace(STYLE, "")
          .replaceAll(PART, "")
          .replace(
            START,
            (_script, data: string) =>
              `<script src="/console/start.js"${data} data-application="${names}" data-style="${style}" data-catalogues="${catalogues}" data-pages='${pages}'></script>`,
          );
      },
    },
  };
}

/** The few glyphs of the first paint, small enough to inline, so it uses the right typeface immediately. */
async function encodeFirstGlyphs(): Promise<string> {
  const words = [
    shell.name,
    ...Object.values(FIRST_TEXTS).flatMap(({ title, about }) => [title, about]),
  ].join("");
  const axes = { wght: { min: 400, max: 600 } };
  const font = await subsetFont(readFileSync(LETTERS), words, { targetFormat: "woff2", variationAxes: axes });
  return font.toString("base64");
}

/** Of the first paint's texts only those in the language of the page are shown. */
const FIRST_STYLES =
  ".first{font-family:First,system-ui,sans-serif}.first [lang]{display:none}" +
  LANGUAGES.map((language) => `html:lang(${language}) .first [lang=${language}]{display:block}`).join("");

/**
 * Inlines the styles of the first paint and the first script, so that the page paints as soon as it arrives. The
 * service allows exactly these by hash.
 */
export function inlineFirstPaint(): Plugin {
  const START = /<script src="\/console\/start\.js"([^>]*)><\/script>/;
  const COMMENT = /^\s*\/\/.*\n/gm;
  const read = (file: string) => readFileSync(path.join(DIST, file), "utf8");
  return {
    name: "inline-first",
    apply: "build",
    async closeBundle(error) {
      // After a build that failed there is no page, and its own error says why.
      if (error) return;
      const page = read("index.html");
      const styles = readdirSync(path.join(DIST, "assets")).find((name) => /^first-.*\.css$/.test(name));
      if (styles === undefined || !START.test(page)) throw new Error("index.html has changed");
      const sheet = path.join("assets", styles);
      const style = `<style>${FIRST_STYLES}${read(sheet)}</style>`;
      const glyphs = await encodeFirstGlyphs();
      const whole = page.replace(
        START,
        (_script, data: string) =>
          `<script${data} data-glyphs="${glyphs}">${read("start.js").replaceAll(COMMENT, "")}</script>${style}`,
      );
      writeFileSync(path.join(DIST, "index.html"), whole);
      rmSync(path.join(DIST, "start.js"));
      rmSync(path.join(DIST, sheet));
    },
  };
}
