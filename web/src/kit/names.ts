/** Names of things that a game lists. */

/** Tell whether a text is one of the names. */
export function isOneOf<Name extends string | number>(names: readonly Name[], text: string | number): text is Name {
  return names.some((name) => name === text);
}
