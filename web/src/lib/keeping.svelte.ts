/** What this browser keeps for use without a connection; the service worker (workers/worker.ts) does it. */
import { isScene, type Learner, type Scene } from "../wire";
import { api } from "./api";
import { accepts } from "./guards";
import { keyOf } from "./kept-answers";

export const update = $state({ ready: false }); // a newer version of the client has replaced the one that is running

const SETTLED = 2_000; // milliseconds after a page has loaded; until then, slow connections have other things to do
const APART = 60_000; // milliseconds between looking for updates

const container = (): ServiceWorkerContainer | undefined => ("serviceWorker" in navigator ? navigator.serviceWorker : undefined);

let looked = 0;

/** Start the service worker once the page has loaded. Over plain http, browsers allow it only on this machine. */
export function startKeeping(): void {
  const workers = container();
  if (!workers || document.documentElement.dataset.offline === "off") return;
  const known = workers.controller !== null;
  workers.addEventListener("controllerchange", () => (known ? (update.ready = true) : void keepAnswers()));
  const start = (): void => void setTimeout(() => void workers.register("/worker.js").catch(() => undefined), SETTLED);
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
  document.addEventListener("visibilitychange", () => !document.hidden && lookForUpdate());
}

/** Ask whether there is a newer version of the client, but not all the time. */
export function lookForUpdate(): void {
  if (Date.now() - looked < APART) return;
  looked = Date.now();
  void container()
    ?.getRegistration()
    .then((found) => found?.update())
    .catch(() => undefined);
}

/** Repeat what the page requested before the worker was there to keep it. */
async function keepAnswers(): Promise<void> {
  const asked = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  for (const { pathname, search } of asked) {
    if (pathname.startsWith("/api/games") && !pathname.endsWith("/lesson")) await fetch(pathname + search).catch(() => undefined);
  }
}

/** Whether the worker sees the requests of this page, as soon as it does. */
async function controlled(workers: ServiceWorkerContainer): Promise<void> {
  if (!workers.controller) await new Promise((done) => workers.addEventListener("controllerchange", done, { once: true }));
}

/** Keep a lesson: the way through it by the solutions that it shows. */
export async function keepLesson(game: string): Promise<void> {
  const workers = container();
  if (!workers || document.documentElement.dataset.offline === "off") return;
  await controlled(workers);
  const ask = async (learner: Learner): Promise<Scene> => (await keptScene(game, learner)) ?? (await api.lesson(game, learner));
  let scene = await ask({ done: [] });
  for (;;) {
    const [right] = scene.examples;
    if (!scene.solved && !right) return;
    if (right) scene = await ask({ done: scene.done, action: right.id });
    if (scene.done.length >= scene.steps.length) return;
    scene = await ask({ done: scene.done });
  }
}

async function keptScene(game: string, learner: Learner): Promise<Scene | null> {
  const found = await caches.match(keyOf(`${location.origin}/api/games/${game}/lesson`, JSON.stringify(learner)));
  if (!found) return null;
  const scene: unknown = await found.json();
  return accepts(isScene, scene, "kept lesson") ? scene : null;
}
