import { z } from 'zod'
import { Email, EmptyToNull, Id, IsoDate, Lines, Phone, Version } from './formats.ts'

/** Who may see a field of somebody's record (domain §1.0). */
export type DataClass = 'A' | 'B' | 'C' | 'D' | 'E'

/** The kind of a value, which decides how it is entered and shown. */
export type FieldKind =
  | 'text'
  | 'lines'
  | 'mail'
  | 'phone'
  | 'date'
  | 'number'
  | 'choice'
  /** Yes, no, or not known. */
  | 'flag'
  /** Yes or no. */
  | 'box'
  /** Alpha-2 in addresses, alpha-3 for people. */
  | 'country'
  | 'countries'
  | 'language'
  | 'languages'
  /** Several of some fixed answers. */
  | 'several'
  /** A number with the words that it counts, and several of them. */
  | 'count'
  | 'counts'
  /** Yes or no, where it turns something on. */
  | 'switch'
  /** A text in each line. */
  | 'list'
  | 'month day'
  | 'time'
  | 'rich text'
  | 'accent'
  /** Another record by its id; the form knows the choices. */
  | 'reference'
  | 'references'
  /** Lessons of a day. */
  | 'lessons'

/** The words of a count: one day, several days. */
export type Unit = readonly [one: string, several: string]

export interface Choice {
  value: string
  label: string
}

/** The facts about a field besides its rules. */
export interface FieldFacts {
  label: string
  kind: FieldKind
  hint?: string
  placeholder?: string
  dataClass: DataClass
  choices?: readonly Choice[]
  /** The day lies in the past, or is today. */
  isPast?: true
  /** The most characters that the input accepts. */
  max?: number
  /** The number of letters in a country's code. */
  codes?: 2 | 3
  /** The unit is shown beside the input. */
  unit?: Unit
  /** The hint stands above the input, and the browser checks the spelling. */
  hasHintFirst?: true
  /** The text for an empty value where the record is shown. */
  empty?: string
  inputMode?: 'numeric' | 'tel' | 'email' | 'url'
  /** The value may be missing. */
  isOptional: boolean
  /** The first value in a new record. */
  initial?: string | boolean | number | readonly number[]
}

export type FieldOptions = Partial<Omit<FieldFacts, 'label' | 'kind' | 'choices'>>
type Known = FieldOptions & Pick<FieldFacts, 'label' | 'kind' | 'choices'>

const factsOf = z.registry<FieldFacts>()
/** The schema of a stored value, made from that of an entered one: the same type without the rules for entering. */
const storedOf = new WeakMap<z.core.$ZodType, z.ZodType>()

/** Stores the facts about a field; `stored` is the schema of its value when it is read. */
export const field = <S extends z.ZodType>(schema: S, stored: z.ZodType, known: Known): S => {
  // Many fields use the same building block, and each has its own facts.
  const own = schema.clone()
  const isOptional = own.safeParse(null).success
  factsOf.add(own, { dataClass: 'B', isOptional, ...known } as FieldFacts)
  storedOf.set(own, isOptional ? stored.nullable() : stored)
  return own
}

export const choicesOf = (labels: Readonly<Record<string, string>>): Choice[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const oneOf = <T extends string>(labels: Readonly<Record<T, string>>) => z.enum(Object.keys(labels) as [T, ...T[]])

export const text = <S extends z.ZodType<string, string>>(label: string, rules: S, options: FieldOptions = {}) =>
  field(rules, z.string(), { label, kind: 'text', ...options })
export const optionalText = <S extends z.ZodType<string, string>>(
  label: string,
  rules: S,
  options: FieldOptions = {},
) => field(EmptyToNull(rules), z.string(), { label, kind: 'text', ...options })
export const optionalLines = (label: string, max: number, options: FieldOptions = {}) =>
  field(EmptyToNull(Lines(max)), z.string(), { label, kind: 'lines', ...options })
export const optionalMail = (label: string, options: FieldOptions = {}) =>
  field(EmptyToNull(Email), z.string(), { label, kind: 'mail', ...options })
export const optionalPhone = (label: string, options: FieldOptions = {}) =>
  field(EmptyToNull(Phone), z.string(), { label, kind: 'phone', ...options })

export const day = (label: string, options: FieldOptions = {}) =>
  field(IsoDate, z.iso.date(), { label, kind: 'date', ...options })
export const optionalDay = (label: string, options: FieldOptions = {}) =>
  field(EmptyToNull(IsoDate), z.iso.date(), { label, kind: 'date', ...options })
export const number = (label: string, rules: z.ZodInt, options: FieldOptions = {}) =>
  field(rules, z.int(), { label, kind: 'number', ...options })
export const optionalNumber = (label: string, rules: z.ZodInt, options: FieldOptions = {}) =>
  field(rules.nullable(), z.int(), { label, kind: 'number', ...options })

/** One of some fixed answers, in the order of their labels. */
export const choice = <T extends string>(label: string, labels: Readonly<Record<T, string>>, options?: FieldOptions) =>
  field(oneOf(labels), oneOf(labels), { label, kind: 'choice', choices: choicesOf(labels), ...options })
export const optionalChoice = <T extends string>(
  label: string,
  labels: Readonly<Record<T, string>>,
  options?: FieldOptions,
) => field(oneOf(labels).nullable(), oneOf(labels), { label, kind: 'choice', choices: choicesOf(labels), ...options })
/** Any of some fixed answers, none of them twice. */
export const several = <T extends string>(label: string, labels: Readonly<Record<T, string>>, options?: FieldOptions) =>
  field(z.array(oneOf(labels)).max(Object.keys(labels).length), z.array(oneOf(labels)), {
    label,
    kind: 'several',
    choices: choicesOf(labels),
    isOptional: true,
    ...options,
  })
/** A yes, a no, or null: not known. */
export const flag = (label: string, options: FieldOptions = {}) =>
  field(z.boolean().nullable(), z.boolean(), { label, kind: 'flag', ...options })
export const box = (label: string, options: FieldOptions = {}) =>
  field(z.boolean(), z.boolean(), { label, kind: 'box', ...options })

/** Something that is turned on or off. */
export const toggle = (label: string, options: FieldOptions = {}) =>
  field(z.boolean(), z.boolean(), { label, kind: 'switch', ...options })
/** A whole number and what it counts: 14 Tage. */
export const count = (label: string, rules: z.ZodInt, options: FieldOptions = {}) =>
  field(rules, z.int(), { label, kind: 'count', ...options })
export const reference = (label: string, options: FieldOptions = {}) =>
  field(Id, Id, { label, kind: 'reference', ...options })
export const optionalReference = (label: string, options: FieldOptions = {}) =>
  field(Id.nullable(), Id, { label, kind: 'reference', ...options })
/** Any number of them, in the order in which they were chosen. */
export const references = (label: string, rules: z.ZodArray<typeof Id>, options: FieldOptions = {}) =>
  field(rules, z.array(Id), { label, kind: 'references', isOptional: true, initial: [], ...options })

type Shape = Readonly<Record<string, z.ZodType>>

/** The fields of a record in their order, each with its name on the wire; those of an object inside as `a.b`. */
export const fieldsOf = <S extends Shape>(record: z.ZodObject<S>): ({ key: keyof S & string } & FieldFacts)[] =>
  Object.entries(record.shape).flatMap(([key, schema]) => {
    const facts = factsOf.get(schema)
    if (facts) return { key: key as keyof S & string, ...facts }
    if (!(schema instanceof z.ZodObject)) throw new Error(`The field ${key} is not made by a function of record.ts.`)
    return fieldsOf(schema).map((part) => ({ ...part, key: `${key}.${part.key}` as keyof S & string }))
  })

export const labelsOf = <S extends Shape>(record: z.ZodObject<S>) =>
  Object.fromEntries(fieldsOf(record).map(({ key, label }) => [key, label])) as Record<keyof S & string, string>

/** The names of the fields of these data classes. */
export const visibleKeys = <S extends Shape>(record: z.ZodObject<S>, classes: readonly DataClass[]) =>
  fieldsOf(record).flatMap(({ key, dataClass }) => (classes.includes(dataClass) ? [key] : []))

const reshaped = (shape: Shape, change: (schema: z.ZodType) => z.ZodType): z.ZodObject =>
  z.object(Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, change(schema)])))

/** The schema of a stored record: the same values without the rules for entering them. */
export const readOf = <S extends Shape>(record: z.ZodObject<S>) =>
  reshaped(record.shape, (schema) => storedOf.get(schema) ?? schema) as z.ZodObject<{
    [K in keyof S]: z.ZodType<z.output<S[K]>>
  }>

/** The schema of a new record: a missing optional field is null, and a field with a first value gets that. */
export const newOf = <S extends Shape>(record: z.ZodObject<S>) =>
  reshaped(record.shape, (schema) => {
    const { isOptional = false, initial } = factsOf.get(schema) ?? {}
    if (initial !== undefined) return schema.default(initial)
    return isOptional ? schema.default(null) : schema
  }) as z.ZodObject<{ [K in keyof S]: null extends z.output<S[K]> ? z.ZodDefault<S[K]> : S[K] }>

/** A change sends some of the fields, and the version of the record that was on the screen. */
export const changeOf = <S extends Shape>(record: z.ZodObject<S>) =>
  record.partial().extend({ version: Version.optional() })
