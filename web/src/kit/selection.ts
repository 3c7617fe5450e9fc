/** Choosing an action by pointing at things: each thing leaves fewer legal actions, until one is left. */
export type Fields = Record<string, string | number>;

/** The fields that some of several actions have. */
type FieldOf<Action> = Action extends unknown ? keyof Action & string : never;

/** The values of a field, of those actions that have it. */
type ValueOf<Action, Field extends string> =
  Action extends Record<Field, infer Value> ? Value : string extends keyof Action ? string | number : never;

/** List the actions that fit everything that was pointed at. */
export function fitting<Action extends Fields>(legal: readonly Action[], picked: Fields): Action[] {
  return legal.filter((action) => Object.entries(picked).every(([field, value]) => action[field] === value));
}

/** List the actions with one of some verbs. */
export function doing<Action extends { do: string }, Verb extends Action["do"]>(
  legal: readonly Action[],
  ...verbs: Verb[]
): Extract<Action, { do: Verb }>[];
export function doing<Action extends Fields>(legal: readonly Action[], ...verbs: string[]): Action[];
export function doing(legal: readonly Fields[], ...verbs: string[]): Fields[] {
  return legal.filter((action) => verbs.includes(String(action.do)));
}

/** List the different values of a field among actions, in their order. */
export function values<Action extends Fields, Field extends FieldOf<Action>>(
  actions: readonly Action[],
  field: Field,
): ValueOf<Action, Field>[];
export function values(actions: readonly Fields[], field: string): (string | number)[] {
  return [...new Set(actions.map((action) => action[field]).filter((value) => value !== undefined))];
}

/** Tell whether something can be pointed at: some action that still fits has this value. */
export function offers(legal: readonly Fields[], picked: Fields, field: string, value: string | number): boolean {
  return fitting(legal, picked).some((action) => action[field] === value);
}

/** Find the one action that is left, if it is one. */
export function only<Action extends Fields>(legal: readonly Action[], picked: Fields): Action | null {
  const left = fitting(legal, picked);
  return left.length === 1 ? (left[0] ?? null) : null;
}

/** Keep what was picked for a field as long as some legal action has it. */
export function stillOffered<Value extends string | number>(legal: readonly Fields[], field: string, picked: Value | null): Value | null {
  return picked !== null && offers(legal, {}, field, picked) ? picked : null;
}

/**
 * Carry out the one legal action that is wanted, and say whether there was one. Without one, send what is wanted all the
 * same, since the server names the rule against it, and let the board show that it is refused.
 */
export function attempt(legal: readonly Fields[], wanted: Fields, act: (action: Fields) => void, refused?: () => void): boolean {
  const action = only(legal, wanted);
  if (!action) refused?.();
  act(action ?? wanted);
  return action !== null;
}
