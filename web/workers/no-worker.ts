/** The service worker of a server with `offline` off: it removes everything that was kept, and itself. */
declare const self: ServiceWorkerGlobalScope;

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(leave()));

export {};
