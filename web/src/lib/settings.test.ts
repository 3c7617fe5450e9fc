import { afterEach, beforeEach, expect, test, vi } from "vitest";

const denied = (): never => {
  throw new DOMException("no", "SecurityError");
};

/** Load the settings of a browser with this stored text. */
async function settingsWith(text: string): Promise<Record<string, unknown>> {
  vi.stubGlobal("localStorage", { getItem: () => text, setItem: () => undefined });
  return { ...(await import("./settings.svelte")).settings };
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

test("what somebody prefers is kept", async () => {
  const found = await settingsWith(
    '{"language": "fr", "theme": "evening", "speed": "off", "signs": "letters", "sound": true, "confirm": true}',
  );
  expect(found).toEqual({ language: "fr", theme: "evening", speed: "off", signs: "letters", sound: true, keys: true, confirm: true });
});

test.each(['{"language": "xx", "theme": 7, "speed": "bogus", "signs": null, "sound": "yes", "more": 1}', "null", "[]", "{", '"xx"'])(
  "what is unknown in %s is as usual",
  async (text) => {
    const usual = await settingsWith("{}");
    vi.resetModules();
    expect(await settingsWith(text)).toEqual(usual);
  },
);

test("without a store there are the usual settings, and they can be changed", async () => {
  vi.stubGlobal("localStorage", { getItem: denied, setItem: denied });
  const { recall, remember } = await import("./storage");
  expect(recall("carreau")).toBe(null);
  expect(() => remember("carreau", "{}")).not.toThrow();
  const { keepSettings, settings } = await import("./settings.svelte");
  const { flushSync, mount, unmount } = await import("svelte");
  const shown = mount(() => (keepSettings(), {}), { target: document.body });
  expect(() => flushSync(() => (settings.theme = "evening"))).not.toThrow();
  expect(document.documentElement.dataset.theme).toBe("evening");
  await unmount(shown);
});
