/** Choosing an action by pointing at things: each thing leaves fewer legal actions, until one is left. */
export type Action = Record<string, string | number>;

/** List the actions that fit everything that was pointed at. */
export function fitting(legal: readonly Action[], picked: Action): Action[] {
  return legal.filter((action) => Object.entries(picked).every(([field, value]) => action[field] === value));
}

/** List the actions with one of some verbs. */
export function doing(legal: readonly Action[], ...verbs: string[]): Action[] {
  return legal.filter((action) => verbs.includes(String(action.do)));
}

/** List the different values of a field among actions, in their order. */
export function values(actions: readonly Action[], field: string): (string | number)[] {
  return [...new Set(actions.map((action) => action[field]).filter((value) => value !== undefined))];
}

/** Tell whether something can be pointed at: some action that still fits has this value. */
export function offers(legal: readonly Action[], picked: Action, field: string, value: string | number): boolean {
  return fitting(legal, picked).some((action) => action[field] === value);
}

/** Find the one action that is left, if it is one. */
export function only(legal: readonly Action[], picked: Action): Action | null {
  const left = fitting(legal, picked);
  return left.length === 1 ? (left[0] ?? null) : null;
}

/** Keep what was picked for a field as long as some legal action has it. */
export function stillOffered<Value extends string | number>(legal: readonly Action[], field: string, picked: Value | null): Value | null {
  return picked !== null && offers(legal, {}, field, picked) ? picked : null;
}

/**
 * Carry out the one legal action that is wanted, and say whether there was one. Without one, send what is wanted all the
 * same, since the server names the rule against it, and let the board show that it is refused.
 */
export function attempt(legal: readonly Action[], wanted: Action, act: (action: Action) => void, refused?: () => void): boolean {
  const action = only(legal, wanted);
  if (!action) refused?.();
  act(action ?? wanted);
  return action !== null;
}
