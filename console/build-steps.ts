import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

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
