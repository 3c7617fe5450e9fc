import { fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import CopyLink from "../components/CopyLink.svelte";

const LINK = "http://192.168.0.7:8000/table/t";
afterEach(() => vi.unstubAllGlobals());

/** Press the button in a browser with or without a clipboard. */
async function press(clipboard: unknown): Promise<void> {
  vi.stubGlobal("navigator", { userAgent: navigator.userAgent, clipboard });
  render(CopyLink, { link: LINK, label: "Copy the link" });
  await fireEvent.click(screen.getByRole("button", { name: "Copy the link" }));
}

test("a link is copied by a press", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  await press({ writeText });
  expect(await screen.findByRole("button", { name: "Copied" })).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith(LINK);
});

test.each([
  ["has no clipboard for this page", undefined],
  ["doesn't allow it", { writeText: () => Promise.reject(new Error("no")) }],
])("where the browser %s, the link is there to be copied by hand", async (_, clipboard) => {
  await press(clipboard);
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Copy the link" });
  expect([field.value, document.activeElement === field]).toEqual([LINK, true]);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, LINK.length]);
});
