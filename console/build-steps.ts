import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { home } from "./texts/en/home.ts";
import { shell } from "./texts/en/shell.ts";

const DIST = fileURLToPath(new URL("dist", import.meta.url));
const PDF_PARTS = fileURLToPath(new URL("../node_modules/pdfjs-dist", import.meta.url));
const PACKED = /\.(js|css|mjs|html)$/;
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
      const assets = readdirSync(path.join(DIST, "assets")).map((name) => path.join("assets", name));
      for (const name of ["index.html", ...assets].filter((file) => PACKED.test(file))) {
        const file = path.join(DIST, name);
        const content = readFileSync(file);
        if (content.length < PACKED_BYTES_MIN) continue;
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
        writeFileSync(`${file}.br`, brotliCompressSync(content, quality));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
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

/** Letters that come late wait for the next page: text never jumps from one face to another before the reader's eyes. */
export function settleFonts(): Plugin {
  return {
    name: "settle-fonts",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type === "asset" && asset.fileName.endsWith(".css"))
          asset.source = String(asset.source).replaceAll("font-display:swap", "font-display:optional");
      }
    },
  };
}

/**
 * Puts the style and the first script into the page, so that it is painted as soon as it has come. The service allows
 * exactly these by their hashes.
 */
export function inlineFirst(): Plugin {
  const STYLE = /<link rel="stylesheet" crossorigin href="\/console\/([^"]+)">/;
  const START = /<script src="\/console\/start\.js"([^>]*)><\/script>/;
  const read = (file: string) => readFileSync(path.join(DIST, file), "utf8");
  return {
    name: "inline-first",
    apply: "build",
    closeBundle() {
      const page = read("index.html");
      if (!STYLE.test(page) || !START.test(page)) throw new Error("index.html has changed");
      const whole = page
        .replace(STYLE, (_link, file: string) => `<style>${read(file)}</style>`)
        .replace(START, (_script, data: string) => `<script${data}>${read("start.js")}</script>`);
      writeFileSync(path.join(DIST, "index.html"), whole);
      rmSync(path.join(DIST, "start.js"));
    },
  };
}
