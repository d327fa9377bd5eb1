import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { MESSAGES, PersonName, Text } from './formats.ts'
import {
  box,
  changeOf,
  choice,
  day,
  fieldsOf,
  flag,
  labelsOf,
  newOf,
  optionalChoice,
  optionalDay,
  optionalMail,
  optionalNumber,
  optionalText,
  readOf,
  text,
  visibleKeys,
} from './record.ts'

const Room = z.object({
  name: text('Name', PersonName, { dataClass: 'A' }),
  holder: text('Zuständig', PersonName, { hint: 'Wer den Schlüssel hat.' }),
  note: optionalText('Notiz', Text(10), { dataClass: 'E' }),
  kind: choice('Art', { class: 'Klassenraum', gym: 'Turnhalle' }, { initial: 'class' }),
  floor: optionalChoice('Etage', { ground: 'unten', first: 'oben' }),
  built_at: day('Gebaut am', { isPast: true }),
  checked_at: optionalDay('Geprüft am'),
  mail: optionalMail('E-Mail'),
  places: optionalNumber('Plätze', z.int().max(99)),
  is_quiet: flag('Ruhig'),
  is_open: box('Offen', { initial: true }),
})
type Change = z.input<ReturnType<typeof changeOf<typeof Room.shape>>>

// What the compiler refuses.
const change: Change = { version: 3, note: '', kind: 'gym' }
// @ts-expect-error a kind that does not exist
const wrong: Change = { version: 3, kind: 'cellar' }
// @ts-expect-error a field that does not exist
const unknown: Change = { version: 3, nickname: 'x' }
// @ts-expect-error a name is always there
const nameless: z.output<ReturnType<typeof readOf<typeof Room.shape>>>['name'] = null
void [wrong, unknown, nameless]

const first = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]

describe('a record', () => {
  it('tells its fields in their order, each with facts of its own', () => {
    expect(Object.values(labelsOf(Room)).slice(0, 3)).toEqual(['Name', 'Zuständig', 'Notiz'])
    const [name, holder, note, kind] = fieldsOf(Room)
    expect(name).toEqual({
      key: 'name',
      label: 'Name',
      kind: 'text',
      dataClass: 'A',
      isOptional: false,
    })
    expect(holder).toMatchObject({ label: 'Zuständig', dataClass: 'B', hint: 'Wer den Schlüssel hat.' })
    expect(note).toMatchObject({ isOptional: true, dataClass: 'E' })
    expect(kind?.choices).toEqual([
      { value: 'class', label: 'Klassenraum' },
      { value: 'gym', label: 'Turnhalle' },
    ])
  })

  it('refuses a field without facts', () => {
    expect(() => fieldsOf(z.object({ name: z.string() }))).toThrow('name')
  })

  it('names the fields of a data class', () => {
    expect(visibleKeys(Room, ['A', 'E'])).toEqual(['name', 'note'])
  })
})

describe('a change', () => {
  it('takes some of the fields, and an empty input as null', () => {
    expect(changeOf(Room).parse(change)).toEqual({ version: 3, note: null, kind: 'gym' })
  })

  it.each([
    [{ name: '' }, MESSAGES.required],
    [{ name: 'R2' }, MESSAGES.name],
    [{ note: 'x'.repeat(11) }, MESSAGES.maxLength(10)],
    [{ built_at: '2026-02-30' }, MESSAGES.date],
    [{ places: 100 }, MESSAGES.maxNumber(99)],
  ])('refuses %j with the message of the contract', (body, message) => {
    expect(first(changeOf(Room), body)?.message).toBe(message)
  })
})

describe('a new record', () => {
  const whole = { name: 'Aula', holder: 'Berg', built_at: '1999-01-01' }

  it('fills in what may be missing and what has a first value', () => {
    expect(newOf(Room).parse(whole)).toEqual({
      ...whole,
      note: null,
      kind: 'class',
      floor: null,
      checked_at: null,
      mail: null,
      places: null,
      is_quiet: null,
      is_open: true,
    })
  })

  it('needs what must not be missing', () => {
    expect(first(newOf(Room), { ...whole, holder: undefined })).toMatchObject({
      path: ['holder'],
      message: MESSAGES.required,
    })
  })
})

describe('what is read', () => {
  const stored = {
    name: 'R2',
    holder: 'Berg',
    note: 'x'.repeat(11),
    kind: 'gym',
    floor: null,
    built_at: '1999-01-01',
    checked_at: null,
    mail: null,
    places: 400,
    is_quiet: null,
    is_open: false,
  }

  it('keeps to the kinds of the values and not to the rules of entering them', () => {
    expect(readOf(Room).parse(stored)).toEqual(stored)
  })

  it.each([{ name: null }, { kind: 'cellar' }, { checked_at: 'bald' }, { is_open: null }])('cannot be %j', (part) => {
    expect(readOf(Room).safeParse({ ...stored, ...part }).success).toBe(false)
  })
})
