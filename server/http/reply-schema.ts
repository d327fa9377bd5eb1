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
export const replySchema = (schema: z.ZodType) =>
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
