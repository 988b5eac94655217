import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/console/",
  plugins: [react(), tailwindcss()],
  build: { outDir: "dist", emptyOutDir: true, sourcemap: false },
  // For work on the console itself: `npx vite console` beside a running service.
  server: { proxy: { "/v1": "http://127.0.0.1:8080" } },
});
