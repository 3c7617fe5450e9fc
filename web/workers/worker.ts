/**
 * The service worker: it opens the client without a connection, with the rules and lessons opened before. Pages and
 * answers come from the server whenever it can be reached. Tables, people and sockets never pass through here.
 */
import { isLesson, isOnTheWay, isPublic, keyOf, requestOf } from "../src/lib/kept-answers";

declare const self: ServiceWorkerGlobalScope;
/** All files of this version, the first being the one that starts the client; from the build, like the version. */
declare const FILES: string[];
declare const VERSION: string;

const CACHE = `carreau-${VERSION}`;
const PAGE = "/";
const PATIENCE = 4000; // milliseconds until a page that doesn't come is replaced by the kept one

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  if (mode === "navigate" && method === "GET" && !pathname.startsWith("/api/")) event.respondWith(page(event));
  else if (FILES.includes(pathname)) event.respondWith(file(event.request));
  else if (isPublic(method, pathname)) event.respondWith(answer(event.request));
});

/** Keep all files of this version, or none: a server between two versions has to be asked again later. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES]);
  const start = await (await cache.match(PAGE))?.text();
  if (!start?.includes(FILES[0] ?? "")) throw new Error("the page belongs to another version");
  await self.skipWaiting();
}

/** Replace earlier versions; what they kept is asked for again, since its meaning may have changed. */
async function activate(): Promise<void> {
  await self.registration.navigationPreload.enable();
  await self.clients.claim();
  const earlier = (await caches.keys()).filter((name) => name !== CACHE);
  for (const name of earlier) {
    const keys = (await (await caches.open(name)).keys()).map((request) => request.url);
    await caches.delete(name);
    for (const request of keys.map(requestOf)) {
      if (isPublic(request.method, new URL(request.url).pathname)) await answer(request);
    }
  }
}

const kept = (key: string): Promise<Response | undefined> => caches.match(key, { cacheName: CACHE });

/** Return the page from the server; if that fails or takes too long, the one that was kept. */
async function page(event: FetchEvent): Promise<Response> {
  const loading = loaded(event);
  const inTime = await Promise.race([
    loading.catch(() => undefined),
    new Promise<undefined>((late) => setTimeout(() => late(undefined), PATIENCE)),
  ]);
  if (inTime && inTime.status < 500) return inTime;
  return (await kept(PAGE)) ?? inTime ?? loading;
}

async function loaded(event: FetchEvent): Promise<Response> {
  const early: unknown = await event.preloadResponse;
  return early instanceof Response ? early : fetch(event.request);
}

/** Files have a hash in their name, so a kept one is the right one. */
async function file(request: Request): Promise<Response> {
  return (await kept(request.url)) ?? fetch(request);
}

/** Return an answer from the server and keep it; without a connection, the one that was kept. */
async function answer(request: Request): Promise<Response> {
  const body = request.method === "POST" ? await request.clone().text() : "";
  const key = keyOf(request.url, body);
  try {
    const response = await fetch(request);
    if (response.ok) await keep(key, body, response.clone());
    return response.status < 500 ? response : ((await kept(key)) ?? response);
  } catch {
    return (await kept(key)) ?? Response.error();
  }
}

async function keep(key: string, body: string, response: Response): Promise<void> {
  const { method, url } = requestOf(key);
  if (isLesson(method, new URL(url).pathname) && !isOnTheWay(body, await response.clone().json())) return;
  const cache = await caches.open(CACHE);
  await cache.put(key, response);
}
