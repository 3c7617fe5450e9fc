/** Type guards for JSON; `wire.ts` and each `view.gen.ts` compose their own from these. */
export type Guard<Type> = (value: unknown) => value is Type;
export type Guards = Readonly<Record<string, Guard<unknown>>>;

type Guarded<Each> = Each extends Guard<infer Type> ? Type : never;
type Fields<Each extends Guards> = { [Name in keyof Each]: Guarded<Each[Name]> };
type Variants<Tag extends string, Each extends Record<string, Guards>> = {
  [Name in keyof Each]: Record<Tag, Name> & Fields<Each[Name]>;
}[keyof Each];

let misfit: string[] = []; // path from the refused value up to the checked one

/** Check a value from outside. If the guard refuses it, log where it doesn't fit: "message.table.seats.3". */
export function accepts<Type>(guard: Guard<Type>, value: unknown, what: string): value is Type {
  misfit = [];
  if (guard(value)) return true;
  console.error(`${[what, ...misfit.toReversed()].join(".")} is not as expected`, value);
  return false;
}

/** Parse a text; undefined if it isn't JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fits(guard: Guard<unknown>, value: unknown, name: string): boolean {
  if (guard(value)) return true;
  misfit.push(name);
  return false;
}

export const isNumber: Guard<number> = (value) => typeof value === "number";
export const isString: Guard<string> = (value) => typeof value === "string";
export const isBoolean: Guard<boolean> = (value) => typeof value === "boolean";

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Accept one of several values. */
export const oneOf =
  <const Type extends string | number>(values: readonly Type[]): Guard<Type> =>
  (value): value is Type =>
    values.some((each) => each === value);

export const nullable =
  <Type>(guard: Guard<Type>): Guard<Type | null> =>
  (value): value is Type | null =>
    value === null || guard(value);

export const optional =
  <Type>(guard: Guard<Type>): Guard<Type | undefined> =>
  (value): value is Type | undefined =>
    value === undefined || guard(value);

export const listOf =
  <Type>(item: Guard<Type>): Guard<Type[]> =>
  (value): value is Type[] =>
    Array.isArray(value) && value.every((each, index) => fits(item, each, String(index)));

export const recordOf =
  <Type>(item: Guard<Type>): Guard<Record<string, Type>> =>
  (value): value is Record<string, Type> =>
    isObject(value) && Object.entries(value).every(([name, each]) => fits(item, each, name));

export const tupleOf =
  <Types extends unknown[]>(...items: { [Index in keyof Types]: Guard<Types[Index]> }): Guard<Types> =>
  (value): value is Types =>
    Array.isArray(value) && value.length === items.length && items.every((item, index) => fits(item, value[index], String(index)));

/** Accept an object with these fields; it may have others, which a newer server sends. */
export function objectOf<Each extends Guards>(fields: Each): Guard<Fields<Each>> {
  const guards = Object.entries(fields);
  return (value): value is Fields<Each> => isObject(value) && guards.every(([name, guard]) => fits(guard, value[name], name));
}

/** Accept an object whose tag determines its other fields. */
export function taggedBy<Tag extends string, Each extends Record<string, Guards>>(tag: Tag, variants: Each): Guard<Variants<Tag, Each>> {
  const guards = new Map(Object.entries(variants).map(([name, fields]) => [name, objectOf(fields)]));
  return (value): value is Variants<Tag, Each> => isObject(value) && (guards.get(String(value[tag]))?.(value) ?? false);
}

/** Accept a value that one of several guards accepts. If none does, the whole value is reported. */
export function eitherOf<Types extends unknown[]>(...guards: { [Index in keyof Types]: Guard<Types[Index]> }): Guard<Types[number]> {
  return (value): value is Types[number] => {
    const accepted = guards.some((guard) => guard(value));
    misfit = [];
    return accepted;
  };
}
