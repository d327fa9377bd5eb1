import fastJson from 'fast-json-stringify'
import { z } from 'zod'

const CHECKS = [
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'enum',
  'const',
] as const

/**
 * The JSON schema for fast-json-stringify, which writes only fields of the contract. Checks are left out, and `X or
 * null` is written as nullable: with anyOf the serializer would run a validator on every value.
 */
const replySchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema: json }) => {
      for (const check of CHECKS) delete json[check]
      const [value, nothing] = json.anyOf ?? []
      if (json.anyOf?.length !== 2 || typeof value !== 'object' || typeof nothing !== 'object') return
      if (nothing.type !== 'null') return
      delete json.anyOf
      Object.assign(json, value, { nullable: true })
    },
  })

/** Compiles the writer of a reply; throws for a schema that cannot be written. */
export const compileWriter = (schema: z.ZodType): ((reply: unknown) => string) =>
  fastJson(replySchema(schema) as Parameters<typeof fastJson>[0])

const writers = new WeakMap<z.ZodType, ReturnType<typeof compileWriter>>()

/**
 * Writes a reply as JSON, with only the fields of its schema. A schema is compiled at its first reply, because all of
 * them together would take a third of the start (ADR 0078).
 */
export const replyWriter = (schema: z.ZodType) => (reply: unknown) => {
  const write = writers.get(schema) ?? compileWriter(schema)
  writers.set(schema, write)
  return write(reply)
}
