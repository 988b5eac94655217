import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { home } from "./texts/en/home.ts";
import { shell } from "./texts/en/shell.ts";

const DIST = fileURLToPath(new URL("dist", import.meta.url));
const PDF_PARTS = fileURLToPath(new URL("../node_modules/pdfjs-dist", import.meta.url));
const PACKED = /\.(js|css|mjs)$/;
const PACKED_BYTES_MIN = 1_024;

/** What the PDF viewer fetches when a document needs it: Asian encodings, standard fonts, rarer picture formats. */
export function copyPdfParts(): Plugin {
  return {
    name: "copy-pdf-parts",
    apply: "build",
    closeBundle() {
      for (const folder of ["cmaps", "standard_fonts", "wasm", "iccs"]) {
        cpSync(path.join(PDF_PARTS, folder), path.join(DIST, "pdf", folder), { recursive: true });
      }
    },
  };
}

/** Compressed once here instead of at every request; without a proxy in front nobody else would do it. */
export function packAssets(): Plugin {
  return {
    name: "pack-assets",
    apply: "build",
    closeBundle() {
      const folder = path.join(DIST, "assets");
      for (const name of readdirSync(folder).filter((file) => PACKED.test(file))) {
        const content = readFileSync(path.join(folder, name));
        if (content.length < PACKED_BYTES_MIN) continue;
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
        writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(content, quality));
        writeFileSync(path.join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** What is painted before the script has come: the frame, and at home the words that stand there anyway. */
export function drawFirst(): Plugin {
  const first = `<div class="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
<div class="h-14 border-line border-b bg-card lg:h-dvh lg:border-r lg:border-b-0"><p class="px-4 py-4 font-semibold text-base lg:px-7">${shell.name}</p></div>
<div class="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 lg:py-8"><p class="at-home font-semibold text-2xl tracking-tight">${home.title}</p><p class="at-home mt-1 max-w-3xl text-dim">${home.about}</p></div>
</div>`;
  return { name: "draw-first", transformIndexHtml: (page) => page.replace("<!--first-->", first) };
}

/** The application is fetched at once but begun by `start.js`, after the first paint. */
export function beginAfterPaint(): Plugin {
  const START = '<script src="/console/start.js"></script>';
  const APPLICATION = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
  return {
    name: "begin-after-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(page) {
        const application = APPLICATION.exec(page)?.[1];
        if (application === undefined || !page.includes(START)) throw new Error("index.html has changed");
        return page
          .replace(APPLICATION, `<link rel="modulepreload" crossorigin href="${application}">`)
          .replace(START, `<script src="/console/start.js" data-application="${application}"></script>`);
      },
    },
  };
}

/**
 * The letters come with the page or, over a slow line, with the next one: text never jumps from one face to another
 * before the reader's eyes.
 */
export function settleFonts(): Plugin {
  const LATIN = /inter-latin-wght-normal.*\.woff2$/;
  return {
    name: "settle-fonts",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type === "asset" && asset.fileName.endsWith(".css"))
          asset.source = String(asset.source).replaceAll("font-display:swap", "font-display:optional");
      }
    },
    transformIndexHtml: {
      order: "post",
      handler(page, { bundle = {} }) {
        const latin = Object.keys(bundle).find((file) => LATIN.test(file));
        if (latin === undefined) throw new Error("the latin letters are missing");
        const link = `<link rel="preload" as="font" type="font/woff2" crossorigin href="/console/${latin}">`;
        return page.replace("</title>", `</title>\n    ${link}`);
      },
    },
  };
}
