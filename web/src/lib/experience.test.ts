import { beforeEach, expect, test, vi } from "vitest";

const again = async () => {
  vi.resetModules();
  return import("./experience.svelte");
};
beforeEach(() => localStorage.clear());

test("what was learned of a game is known after a reload, and of no other game", async () => {
  const { learned } = await again();
  learned("caro", { level: "2", seats: 3 });
  learned("caro", { begun: true });
  const { experience } = await again();
  expect(experience("caro")).toEqual({ level: "2", seats: 3, begun: true });
  expect(experience("carat")).toEqual({});
});

test.each(["", "[", "7", '{"caro": {"level": 2}}'])("what another version has kept is no trouble: %s", async (kept) => {
  localStorage.setItem("carreau-games", kept);
  const { experience } = await again();
  expect(experience("caro")).toEqual({});
});
