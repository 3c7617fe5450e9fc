import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { kept } from "./focus";

let page: HTMLElement;
let keeping: { destroy: () => void };
const get = (name: string) => document.getElementById(name)!;
const changed = () => vi.waitFor(() => expect(document.activeElement).not.toBe(document.body));
const nothing = () => new Promise((soon) => setTimeout(soon, 20));

beforeEach(() => {
  document.body.innerHTML = `<main id="page"><div id="board"><div id="row"><button id="one"></button><button id="two"></button></div></div></main><button id="outside"></button>`;
  page = get("page");
  keeping = kept(page);
});
afterEach(() => keeping.destroy());

test("what vanishes leaves the focus to the nearest thing around it that stays", async () => {
  get("one").focus();
  get("one").remove();
  await changed();
  expect(document.activeElement).toBe(get("row"));
  get("row").remove();
  await changed();
  expect(document.activeElement).toBe(get("board"));
});

test("what got the focus that way is no stop of its own", async () => {
  get("one").focus();
  get("one").remove();
  await changed();
  get("two").focus();
  expect(get("row").hasAttribute("tabindex")).toBe(false);
});

test("what can't be used leaves the focus to what it is in, and gets it back when it can", async () => {
  const button = document.querySelector<HTMLButtonElement>("#one")!;
  button.focus();
  button.blur(); // as browsers do
  button.disabled = true;
  await changed();
  expect(document.activeElement).toBe(get("row"));
  get("two").remove();
  await nothing();
  expect(document.activeElement).toBe(get("row"));
  button.disabled = false;
  await nothing();
  expect(document.activeElement).toBe(button);
  expect(get("row").hasAttribute("tabindex")).toBe(false);
});

test("whoever has gone elsewhere meanwhile stays there", async () => {
  const button = document.querySelector<HTMLButtonElement>("#one")!;
  button.focus();
  button.blur();
  button.disabled = true;
  await changed();
  get("two").focus();
  button.disabled = false;
  await nothing();
  expect(document.activeElement).toBe(get("two"));
});

test("whoever has pointed elsewhere, or is outside, is led nowhere", async () => {
  get("one").focus();
  document.dispatchEvent(new Event("pointerdown"));
  get("one").remove();
  await nothing();
  expect(document.activeElement).toBe(document.body);
  get("outside").focus();
  get("outside").remove();
  get("two").remove();
  await nothing();
  expect(document.activeElement).toBe(document.body);
});
