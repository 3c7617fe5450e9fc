/** Choosing an action step by step: each thing picked leaves fewer legal actions, until one remains. */
export type Fields = Record<string, string | number>;

/** Some fields of one of several actions. */
export type SomeOf<Action> = Action extends unknown ? Partial<Action> : never;

/** The fields that occur in any of several actions. */
type FieldOf<Action> = Action extends unknown ? keyof Action & string : never;

/** The values of a field, in the actions that have it. */
type ValueOf<Action, Field extends string> =
  Action extends Record<Field, infer Value> ? Value : string extends keyof Action ? string | number : never;

export const has = (action: Fields, picked: object): boolean => Object.entries(picked).every(([field, value]) => action[field] === value);

/** Tell whether an action matches everything picked. */
export function fits<Action extends Fields>(action: Action | null, picked: SomeOf<Action>): boolean {
  return action !== null && has(action, picked);
}

/** Tell whether an action is the one a hint recommends. */
export function isHinted(action: Fields, hinted: Fields | null): boolean {
  return hinted !== null && has(action, hinted);
}

/** Tell whether the text under the pointer mentions a place: one of the marked actions has all its fields. */
export function isMarked(marked: readonly Fields[] | undefined, place: Fields): boolean {
  return marked?.some((each) => has(each, place)) ?? false;
}

/** List the actions that match everything picked. */
export function fitting<Action extends Fields>(legal: readonly Action[], picked: SomeOf<Action>): Action[] {
  return legal.filter((action) => fits(action, picked));
}

/** Tell whether any action matches everything picked. */
export function offers<Action extends Fields>(legal: readonly Action[], picked: SomeOf<Action>): boolean {
  return legal.some((action) => fits(action, picked));
}

/** Return the only remaining action, if there is exactly one. */
export function only<Action extends Fields>(legal: readonly Action[], picked: SomeOf<Action>): Action | null {
  const [first, ...others] = fitting(legal, picked);
  return first && !others.length ? first : null;
}

/** List the actions with one of these verbs. */
export function doing<Action extends { do: string }, Verb extends Action["do"]>(
  legal: readonly Action[],
  ...verbs: Verb[]
): Extract<Action, { do: Verb }>[] {
  const isWanted = (action: Action): action is Extract<Action, { do: Verb }> => verbs.some((verb) => verb === action.do);
  return legal.filter(isWanted);
}

/** List the distinct values of a field among actions, in order. */
export function values<Action extends Fields, Field extends FieldOf<Action>>(
  actions: readonly Action[],
  field: Field,
): ValueOf<Action, Field>[];
export function values(actions: readonly Fields[], field: string): (string | number)[] {
  return [...new Set(actions.map((action) => action[field]).filter((value) => value !== undefined))];
}

/** Keep the value picked for a field as long as a legal action has it. */
export function stillOffered<Action extends Fields, Field extends FieldOf<Action>>(
  legal: readonly Action[],
  field: Field,
  picked: ValueOf<Action, Field> | null,
): ValueOf<Action, Field> | null {
  return picked !== null && values(legal, field).includes(picked) ? picked : null;
}

/**
 * Perform the one legal action that matches, and return whether there was one. Otherwise send the attempt anyway, since
 * the server names the rule against it, and let the board show the refusal.
 */
export function attempt<Action extends Fields>(
  legal: readonly NoInfer<Action & { id: number }>[],
  wanted: NoInfer<Action>,
  act: (action: Action) => void,
  refused?: () => void,
): boolean {
  const action = legal.find((each) => has(each, wanted)) ?? null;
  if (!action) refused?.();
  act(action ?? wanted);
  return action !== null;
}
