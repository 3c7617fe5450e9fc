import { expect, test } from "vitest";
import { isOnTheWay, isPublic, keyOf, requestOf } from "./kept-answers";

test.each(["/api/games", "/api/games/caro", "/api/games/caro/texts/de", "/api/games/caro/pictures"])("%s may be kept", (path) => {
  expect([isPublic("GET", path), isPublic("POST", path)]).toEqual([true, false]);
});

test.each([
  "/api/me",
  "/api/tables",
  "/api/tables/x",
  "/api/tables/x/replay",
  "/api/tables/x/record",
  "/api/site",
  "/api/records",
  "/api/admin/people",
  "/api/games/caro/texts/de/../../../me",
])("%s is never kept", (path) => {
  expect([isPublic("GET", path), isPublic("POST", path)]).toEqual([false, false]);
});

test("a step of a lesson is kept under its progress, and can be asked for again", async () => {
  const [url, body] = ["http://here/api/games/caro/lesson", '{"done":[3,null],"action":7}'];
  const request = requestOf(keyOf(url, body));
  expect([request.method, request.url, await request.text()]).toEqual(["POST", url, body]);
  expect(requestOf(keyOf("http://here/api/games?language=de", "")).method).toBe("GET");
});

test("of a lesson, only the way through it is kept", () => {
  expect(isOnTheWay('{"done":[]}', { solved: false })).toBe(true);
  expect(isOnTheWay('{"done":[],"action":3}', { solved: true })).toBe(true);
  expect(isOnTheWay('{"done":[],"action":4}', { solved: false })).toBe(false);
});
