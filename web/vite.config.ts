import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

// `npm run dev` talks to a server that runs beside it: carreau serve
const server = "http://localhost:8000";

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
  build: {
    outDir: process.env.CARREAU_CLIENT ?? "../src/carreau/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { pool: "vmThreads", environment: "happy-dom", include: ["src/**/*.test.ts"], css: { include: /theme|felts/ } }, // other styles are nothing to a test
});
