import fc from 'fast-check'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'

type Json = z.core.JSONSchema.BaseSchema

/** All endpoints of the contract, with their names for tables. */
export const endpoints: Endpoint[] = Object.values(api).flatMap((domain): Endpoint[] => Object.values(domain))
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** Text that has broken programs before. */
const HOSTILE = [
  '',
  ' ',
  '\u0000',
  '\u202e',
  "' or 1=1 --",
  '%',
  '_',
  '\\',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("x")',
  'a\r\nBcc: x@example.org',
  'Ω'.repeat(300),
  '💥',
  '../../etc/passwd',
  '__proto__',
  '-1',
  '1e999',
  '9'.repeat(40),
  'NaN',
  '2026-02-30',
  '0000-00-00',
]
const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE, null, true, 0, -1, 1.5, Number.MAX_SAFE_INTEGER, 1e300, [], {}, [[[]]], {
    __proto__: { polluted: 1 },
  }),
  fc.string({ maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const FORMATS: Record<string, fc.Arbitrary<unknown>> = {
  date: fc.constantFrom('2019-10-05', '2020-02-29', '2026-11-20', '1900-01-01', '2199-12-31'),
  email: fc.constantFrom('anna@example.org', 'ANNA.Maria+schule@Example.ORG'),
  uuid: fc.uuid({ version: 4 }),
  'date-time': fc.constant('2026-11-20T06:40:00Z'),
}

const text = (schema: Json) =>
  FORMATS[String(schema.format)] ??
  fc.oneof(
    fc.constantFrom('Mia', 'Müller', '15999', '030 23125-100', 'fsw', '09-30'),
    fc.string({ maxLength: Math.min(schema.maxLength ?? 30, 30) }),
  )

function objectOf(schema: Json, ids: number[]): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {})
  const model = Object.fromEntries(properties.map(([key, value]) => [key, sampleValue(value as Json, ids)]))
  return fc.record(model, { requiredKeys: (schema.required ?? []) as never[] })
}

const SIMPLE: Record<string, (schema: Json, ids: number[]) => fc.Arbitrary<unknown>> = {
  object: objectOf,
  array: (schema, ids) => fc.array(sampleValue((schema.items ?? {}) as Json, ids), { maxLength: 3 }),
  string: text,
  integer: (_schema, ids) => fc.constantFrom(...ids, 0, 1, -1),
  number: (_schema, ids) => fc.constantFrom(...ids, 0, 1, -1, 1.5),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
}

function plainValue(schema: Json, ids: number[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => sampleValue(choice, ids)))
  return SIMPLE[String(schema.type)]?.(schema, ids) ?? fc.jsonValue({ maxDepth: 2 })
}

/** Mostly values that fit the schema, with the given ids; sometimes values that nobody should send. */
function sampleValue(schema: Json, ids: number[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: plainValue(schema, ids) }, { weight: 1, arbitrary: hostileValue })
}

/** Values for a part of an endpoint (params, query, body), made from its own schema; `ids` fill every number. */
export const sampleOf = (schema: z.ZodType | undefined, ids: number[]): fc.Arbitrary<unknown> =>
  schema
    ? sampleValue(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, ids)
    : fc.constant(undefined)

const LEAF_POISON: unknown[] = [
  '',
  '\u0000',
  '%',
  '\\',
  "' or 1=1 --",
  '\ud800',
  'Ω'.repeat(3000),
  'a\r\nBcc: x@example.org',
  null,
  true,
  -1,
  0,
  1.5,
  3_000_000_000,
  Number.MAX_SAFE_INTEGER,
  1e300,
  [],
  {},
]

/** Variants of the value: each leaf is replaced in turn by each value that nobody should send. */
export function* poisoned(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) {
    yield* LEAF_POISON
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    for (const bad of poisoned(inner)) {
      const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value }
      Object.assign(copy, { [key]: bad })
      yield copy
    }
  }
}
