import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'

const refuse = () => {
  throw new Error(
    'A value is not known while its statement is built: what the statement depends on belongs to its shape.',
  )
}

/** A placeholder for a value while a statement is built: it can be passed to the statement, but reading it fails. */
class Slot {
  readonly key: string
  /** The position in a list of values. */
  readonly at: number | undefined
  constructor(key: string, at?: number) {
    this.key = key
    this.at = at
  }
  valueIn(values: object) {
    const value = values[this.key as keyof object] as unknown
    return this.at === undefined ? value : (value as readonly unknown[])[this.at]
  }
  toString = refuse
  toJSON = refuse;
  [Symbol.toPrimitive] = refuse
}

/** There are few shapes, but some contain users' choices; the oldest one is dropped. */
const SHAPES_MAX = 500

const slotsFor = <V extends object>(values: V) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map((_, at) => new Slot(key, at)) : new Slot(key),
    ]),
  ) as V

const shapeOf = (values: object) =>
  Object.entries(values).map(([key, value]) => (Array.isArray(value) ? [key, value.length] : key))

/**
 * A query that is built and compiled once for each shape and run with other values at each call; building and compiling
 * a list costs about as much as reading its reply. `build` gets the shape (JSON) itself but only placeholders of the
 * values, so its result cannot depend on them. The names of the values and the lengths of lists are part of the shape,
 * too.
 */
export function compiledOnce<Tx extends Queries, S, V extends object, R>(
  build: (tx: Tx, shape: S, values: V) => Compilable<R>,
) {
  const compiled = new Map<string, CompiledQuery<R>>()
  const statementOf = (tx: Tx, shape: S, values: V) => {
    const key = JSON.stringify([shape, shapeOf(values)])
    const known = compiled.get(key)
    if (known) return known
    const statement = build(tx, shape, slotsFor(values)).compile()
    const oldest = compiled.size < SHAPES_MAX ? undefined : compiled.keys().next().value
    if (oldest !== undefined) compiled.delete(oldest)
    compiled.set(key, statement)
    return statement
  }
  return async (tx: Tx, shape: S, values: V): Promise<R[]> => {
    const statement = statementOf(tx, shape, values)
    const parameters = statement.parameters.map((one) => (one instanceof Slot ? one.valueIn(values) : one))
    return (await tx.executeQuery<R>({ ...statement, parameters })).rows
  }
}
