/** Choosing an action by pointing at things: each thing leaves fewer legal actions, until one is left. */
export type Fields = Record<string, string | number>;

/** Some of the fields of one of several actions. */
export type SomeOf<Action> = Action extends unknown ? Partial<Action> : never;

/** The fields that some of several actions have. */
type FieldOf<Action> = Action extends unknown ? keyof Action & string : never;

/** The values of a field, of those actions that have it. */
type ValueOf<Action, Field extends string> =
  Action extends Record<Field, infer Value> ? Value : string extends keyof Action ? string | number : never;

const has = (action: Fields, picked: object): boolean => Object.entries(picked).every(([field, value]) => action[field] === value);

/** Tell whether an action has all that was picked. */
export function fits<Action extends Fields>(action: Action | null, picked: SomeOf<Action>): boolean {
  return action !== null && has(action, picked);
}

/** Tell whether an action is the one that a hint recommends. */
export function isHinted(action: Fields, hinted: Fields | null): boolean {
  return hinted !== null && has(action, hinted);
}

/** Tell whether a text under the pointer mentions a place: one of the marked actions has all its fields. */
export function isMarked(marked: readonly Fields[] | undefined, place: Fields): boolean {
  return marked?.some((each) => has(each, place)) ?? false;
}

/** List the actions that have all that was picked. */
export function fitting<Action extends Fields>(legal: readonly Action[], picked: SomeOf<Action>): Action[] {
  return legal.filter((action) => fits(action, picked));
}

/** Tell whether some action has all that was picked. */
export function offers<Action extends Fields>(legal: readonly Action[], picked: SomeOf<Action>): boolean {
  return legal.some((action) => fits(action, picked));
}

/** Find the one action that is left, if it is one. */
export function only<Action extends Fields>(legal: readonly Action[], picked: SomeOf<Action>): Action | null {
  const [first, ...others] = fitting(legal, picked);
  return first && !others.length ? first : null;
}

/** List the actions with one of some verbs. */
export function doing<Action extends { do: string }, Verb extends Action["do"]>(
  legal: readonly Action[],
  ...verbs: Verb[]
): Extract<Action, { do: Verb }>[] {
  const isWanted = (action: Action): action is Extract<Action, { do: Verb }> => verbs.some((verb) => verb === action.do);
  return legal.filter(isWanted);
}

/** List the different values of a field among actions, in their order. */
export function values<Action extends Fields, Field extends FieldOf<Action>>(
  actions: readonly Action[],
  field: Field,
): ValueOf<Action, Field>[];
export function values(actions: readonly Fields[], field: string): (string | number)[] {
  return [...new Set(actions.map((action) => action[field]).filter((value) => value !== undefined))];
}

/** Keep what was picked for a field as long as some legal action has it. */
export function stillOffered<Action extends Fields, Field extends FieldOf<Action>>(
  legal: readonly Action[],
  field: Field,
  picked: ValueOf<Action, Field> | null,
): ValueOf<Action, Field> | null {
  return picked !== null && values(legal, field).includes(picked) ? picked : null;
}

/**
 * Carry out the one legal action that is wanted, and say whether there was one. Without one, send what is wanted all the
 * same, since the server names the rule against it, and let the board show that it is refused.
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
