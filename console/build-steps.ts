import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { LANGUAGES } from "./texts/languages.ts";

const DIST = fileURLToPath(new URL("dist", import.meta.url));
const PDF_PARTS = fileURLToPath(new URL("../node_modules/pdfjs-dist", import.meta.url));
const INTER = fileURLToPath(
  new URL("../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", import.meta.url),
);
const PACKED = /\.(js|css|mjs|html)$/;
const PACKED_BYTES_MIN = 1_024;

/** Files the PDF viewer loads on demand: Asian encodings, standard fonts, rarer image formats. */
export function copyPdfAssets(): Plugin {
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

/** The typeface under a fixed name, for the pages that are not part of the application, such as sign-in. */
export function copyTypeface(): Plugin {
  return {
    name: "copy-typeface",
    apply: "build",
    closeBundle() {
      cpSync(INTER, path.join(DIST, "inter.woff2"));
    },
  };
}

/**
 * Compresses assets at build time instead of on every request; without a proxy in front, no one else would.
 */
export function compressAssets(): Plugin {
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

/** Names the languages to `start.js`, which chooses one before the first paint. */
export function nameLanguages(): Plugin {
  return {
    name: "name-languages",
    transformIndexHtml: (page) => page.replace("<!--languages-->", LANGUAGES.join(" ")),
  };
}

/**
 * Fonts that load late are used from the next page on, so text never changes its typeface while it is read.
 */
export function delayLateFonts(): Plugin {
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
