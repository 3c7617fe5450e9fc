/** What Vite doesn't do by itself: scripts of one file, within the page and as the service worker. */
import { createHash } from "node:crypto";
import { build, type Plugin, type Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const PLACE = "<!-- early -->"; // of the script in the page; `npm run dev` does without it
const STYLES = /\s*<link rel="stylesheet"[^>]*>/g;

/** Bundle a source file into a script without imports, with these constants. */
async function scriptOf(entry: string, constants: Record<string, unknown>): Promise<string> {
  const define = Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]));
  const made = await build({
    configFile: false,
    logLevel: "warn",
    define,
    build: { write: false, copyPublicDir: false, lib: { entry, formats: ["iife"], name: "script" }, rolldownOptions: { treeshake: true } },
  });
  const first = Array.isArray(made) ? made[0] : made;
  const chunk = first && "output" in first ? first.output[0] : undefined;
  if (!chunk) throw new Error(`nothing came from ${entry}`);
  return chunk.code.trim();
}

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter((each): each is Chunk => each.type === "chunk");

/** List the files of a chunk and of all chunks it imports. */
function filesOf(bundle: Bundle, name: string): string[] {
  const chunk = bundle[name];
  if (chunk?.type !== "chunk") return [];
  const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
  return [...new Set([name, ...styles, ...chunk.imports.flatMap((each) => filesOf(bundle, each))])];
}

/** List the files of each part that is loaded on demand, without those that every page loads. */
function partsOf(bundle: Bundle): Record<string, string[]> {
  const entry = chunksOf(bundle).find((chunk) => chunk.isEntry);
  const everywhere = entry ? filesOf(bundle, entry.fileName) : [];
  const found = chunksOf(bundle).flatMap((chunk): [string, string[]][] => {
    const part = partOf(chunk.facadeModuleId ?? "");
    const files = filesOf(bundle, chunk.fileName).filter((file) => !everywhere.includes(file));
    return part ? [[part, files.map((file) => `/${file}`)]] : [];
  });
  return Object.fromEntries(found);
}

/** Name the part that a module is: a game, a language, or a page. */
function partOf(module: string): string | undefined {
  const [, game, language, page] =
    /\/src\/(?:games\/(\w+)\/index\.ts|words\/(\w+)\.json|pages\/(Home|Lesson|Replay|Rules|Table)(?:Page)?\.svelte)$/.exec(module) ?? [];
  return game ?? language ?? (page === "Lesson" ? "learn" : page?.toLowerCase());
}

/**
 * Put early.ts into the page, and let style sheets come after the sketch: a browser paints nothing before those in the
 * head have arrived.
 */
export function earlyScript(): Plugin {
  return {
    name: "carreau-early",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        const script = await scriptOf("src/early.ts", { PARTS: partsOf(bundle ?? {}) });
        const styles = (html.match(STYLES) ?? []).join("").trimStart();
        return html
          .replace(STYLES, "")
          .replace(PLACE, () => `<script>${script}</script>`)
          .replace("</body>", () => `${styles}\n  </body>`);
      },
    },
  };
}

const KEPT = /\.(?:js|css|svg)$|-latin-wght-.*\.woff2$/; // other fonts are for letters that none of the five languages has

/** Write the service worker, which keeps all files of this build, and the one that removes it. */
export function serviceWorker(): Plugin {
  return {
    name: "carreau-worker",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        const start = chunksOf(bundle).find((chunk) => chunk.isEntry)?.fileName ?? "";
        const others = Object.keys(bundle).filter((file) => KEPT.test(file) && file !== start);
        const FILES = [start, ...others.sort()].map((file) => `/${file}`);
        const page = bundle["index.html"];
        const version = createHash("sha256")
          .update(FILES.join())
          .update(page?.type === "asset" ? page.source : "");
        const constants = { FILES, VERSION: version.digest("hex").slice(0, 12) };
        this.emitFile({ type: "asset", fileName: "worker.js", source: await scriptOf("workers/worker.ts", constants) });
        this.emitFile({ type: "asset", fileName: "no-worker.js", source: await scriptOf("workers/no-worker.ts", {}) });
      },
    },
  };
}
