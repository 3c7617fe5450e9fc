import "@fontsource-variable/fraunces";
import "@fontsource-variable/inter";
import "./theme.css";
import "./games/felts.gen.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { api } from "./lib/api";

const SETTLED = 5_000; // milliseconds; a page that is younger tries again by itself

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the client");
mount(App, { target });

// A part that can't be loaded may be gone for good, since the server has been renewed: the page of today has another.
addEventListener("vite:preloadError", () => {
  if (performance.now() > SETTLED)
    api.me().then(
      () => location.reload(),
      () => {},
    );
});
