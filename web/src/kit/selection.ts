/** Choosing an action by pointing at things: every thing pointed at leaves fewer, until one is left. */
export type Action = Record<string, string | number>;

/** The actions that fit everything that was pointed at. */
export function fitting(legal: readonly Action[], picked: Action): Action[] {
  return legal.filter((action) => Object.entries(picked).every(([field, value]) => action[field] === value));
}

/** The different values of a field among actions, in their order. */
export function values(actions: readonly Action[], field: string): (string | number)[] {
  return [...new Set(actions.map((action) => action[field]).filter((value) => value !== undefined))];
}

/** Whether something can be pointed at: some action that still fits has this value. */
export function offers(legal: readonly Action[], picked: Action, field: string, value: string | number): boolean {
  return fitting(legal, picked).some((action) => action[field] === value);
}

/** The one action that is left, if it is one. */
export function only(legal: readonly Action[], picked: Action): Action | null {
  const left = fitting(legal, picked);
  return left.length === 1 ? (left[0] ?? null) : null;
}
