import { expect, test } from "vitest";
import { Sheet } from "./sheet.svelte";

function pulled(sheet: Sheet, from: number, to: number): Sheet {
  sheet.grab(from);
  sheet.pull(to);
  sheet.release();
  sheet.toggle(); // browsers send a click after every pull and tap
  return sheet;
}

test("a tap opens and closes it, though the finger slips a little", () => {
  const sheet = new Sheet();
  expect(pulled(sheet, 700, 697).open).toBe(true);
  expect(pulled(sheet, 300, 302).open).toBe(false);
});

test("pulled up it stays where it was left, never higher than the screen allows", () => {
  expect(pulled(new Sheet(), 700, 400).height).toBe(300);
  expect(pulled(new Sheet(), 700, -9000).height).toBe(Math.round(innerHeight * 0.85));
});

test("pushed down low it closes", () => {
  const sheet = pulled(new Sheet(), 700, 400);
  expect(pulled(sheet, 400, 650).open).toBe(false);
});

test("arrow keys open and close it, others are left alone", () => {
  const sheet = new Sheet();
  const up = new KeyboardEvent("keydown", { key: "ArrowUp", cancelable: true });
  sheet.key(up);
  expect([sheet.open, up.defaultPrevented]).toEqual([true, true]);
  const enter = new KeyboardEvent("keydown", { key: "Enter", cancelable: true });
  sheet.key(enter);
  expect([sheet.open, enter.defaultPrevented]).toEqual([true, false]);
  sheet.key(new KeyboardEvent("keydown", { key: "Escape" }));
  expect(sheet.open).toBe(false);
});
