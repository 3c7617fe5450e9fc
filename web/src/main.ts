import "@fontsource-variable/fraunces";
import "@fontsource-variable/inter";
import "./theme.css";
import { mount } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the client");
mount(App, { target });
