import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import type { Warning } from "svelte/compiler";
import { defineConfig } from "vitest/config";
import { earlyScript, serviceWorker } from "./plugins.ts";

// `npm run dev` uses a server running beside it: carreau serve
const server = "http://localhost:8000";

const onwarn = ({ code, message, filename }: Warning): never => {
  throw new Error(`${filename ?? ""}: ${code}: ${message}`);
};

export default defineConfig({
  plugins: [svelte({ onwarn }), svelteTesting(), earlyScript(), serviceWorker()],
  build: {
    outDir: process.env.CARREAU_CLIENT ?? "../src/carreau/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] } } }, // few requests
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: {
    pool: "vmThreads",
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    setupFiles: ["src/testing/words.ts"],
    css: { include: /theme|felts/ },
  }, // tests don't need other styles
});
