import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressAssets, copyPdfAssets, copyTypeface, delayLateFonts, nameLanguages } from "./build-steps.ts";
import { groupChunks } from "./chunks.ts";
import { inlineFirstPaint, inlineFirstText, startAfterPaint } from "./first-paint.ts";

export default defineConfig({
  base: "/console/",
  plugins: [
    react(),
    tailwindcss(),
    nameLanguages(),
    inlineFirstText(),
    startAfterPaint(),
    delayLateFonts(),
    inlineFirstPaint(),
    copyPdfAssets(),
    copyTypeface(),
    compressAssets(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    sourcemap: false,
    // The styles of the first paint, which the build inlines.
    rolldownOptions: {
      input: ["index.html", "styles/first.css"].map((file) => path.join(import.meta.dirname, file)),
      output: { codeSplitting: { groups: groupChunks() } },
    },
    target: "es2024",
    cssTarget: ["chrome125", "firefox125", "safari18"],
    // Pages are loaded when opened; the first page's chunks are named in the HTML itself.
    modulePreload: { polyfill: false },
  },
  // For developing the console: run `npx vite console` next to a running service.
  server: {
    proxy: { "^/(v1|sign-in|console/api|openapi.json|logos|thumbnails|files)": "http://127.0.0.1:8080" },
  },
});
