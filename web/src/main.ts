import "@fontsource-variable/fraunces";
import "@fontsource-variable/inter";
import { mount } from "svelte";
import App from "./App.svelte";
import { api } from "./lib/api";
import { loadWords } from "./lib/i18n.svelte";
import { startKeeping } from "./lib/keeping.svelte";
import { settings } from "./lib/settings.svelte";

const SETTLED = 5_000; // milliseconds; a page that reloaded more recently doesn't reload again

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the client");
await loadWords(settings.language);
startKeeping();
mount(App, { target });

// A part that can't be loaded may be gone for good after an update of the server: reload to get the new page.
addEventListener("vite:preloadError", () => {
  if (performance.now() > SETTLED)
    api.me().then(
      () => location.reload(),
      () => {},
    );
});
