import { describe, expect, it } from 'vitest'
import { changedFields, changesOf, errorsByField, type FormField, inputsOf, readText } from '#web/forms/fields.ts'

const DAYS = ['Tag', 'Tage'] as const
const FIELDS: FormField[] = [
  { key: 'name', label: 'Name', kind: 'text' },
  { key: 'days', label: 'Tage', kind: 'count', unit: DAYS },
  { key: 'after', label: 'Nach', kind: 'count', isOptional: true, unit: DAYS, empty: 'kein Hinweis' },
  { key: 'reminders', label: 'Erinnern', kind: 'counts', unit: DAYS, empty: 'nie' },
  { key: 'mails', label: 'Mails', kind: 'list', empty: 'niemand' },
  { key: 'cutoff', label: 'Stichtag', kind: 'month day' },
  { key: 'time', label: 'Uhrzeit', kind: 'time' },
  { key: 'is_on', label: 'An', kind: 'switch' },
  { key: 'words.short', label: 'Kurz', kind: 'text' },
  { key: 'words.long', label: 'Lang', kind: 'text' },
]
const STORED = {
  name: 'fsw',
  days: 14,
  after: null,
  reminders: [3, 10],
  mails: ['a@example.org'],
  cutoff: '09-30',
  time: '08:00',
  is_on: true,
  words: { short: 'bis 15 Uhr', long: 'bis 17 Uhr' },
}
const BEFORE = inputsOf(FIELDS, STORED)
const changed = (values: Record<string, string | boolean>) => changesOf(FIELDS, BEFORE, { ...BEFORE, ...values })
const fieldOf = (key: string) => FIELDS.find((field) => field.key === key) as FormField

describe('what inputs show', () => {
  it('is German', () => {
    expect(BEFORE).toMatchObject({ cutoff: '30.09.', reminders: '3, 10', after: '', 'words.long': 'bis 17 Uhr' })
  })

  it.each([
    ['days', '1', '1 Tag'],
    ['days', '14', '14 Tage'],
    ['after', '', 'kein Hinweis'],
    ['reminders', '3, 10', '3 und 10 Tage'],
    ['time', '08:00', '08:00 Uhr'],
    ['mails', 'a@b.de\nc@d.de', 'a@b.de, c@d.de'],
    ['is_on', false, 'nein'],
    ['name', ' ', '–'],
  ])('%s %j is read as %j', (key, value, text) => {
    expect(readText(fieldOf(key), value) || '–').toBe(text)
  })
})

describe('what is sent', () => {
  it('is nothing while nothing differs, however it is written', () => {
    expect(changed({ time: '8 Uhr', cutoff: '30.9.', reminders: '3;10', mails: 'a@example.org\n\n' })).toEqual({})
    expect(changedFields(FIELDS, BEFORE, { ...BEFORE, name: 'fow' }).map(({ key }) => key)).toEqual(['name'])
  })

  it.each([
    [{ days: ' 21 ' }, { days: 21 }],
    [{ days: 'viele' }, { days: 'viele' }],
    [{ after: '5' }, { after: 5 }],
    [{ reminders: '' }, { reminders: [] }],
    [{ cutoff: '30.6.' }, { cutoff: '06-30' }],
    [{ cutoff: 'Juni' }, { cutoff: 'Juni' }],
    [{ time: '0745' }, { time: '07:45' }],
    [{ is_on: false }, { is_on: false }],
    [{ 'words.short': 'kurz' }, { words: { short: 'kurz', long: 'bis 17 Uhr' } }],
  ])('%j as %j', (values, body) => {
    expect(changed(values as Record<string, string | boolean>)).toEqual(body)
  })
})

it('shows what is wrong with a line at its field', () => {
  const errors = { 'value.mails.1': 'falsch', 'words.long': 'fehlt', 'value.reminders.0': 'klein', other: 'sonst' }
  expect(errorsByField(FIELDS, errors)).toEqual({
    mails: 'Zeile 2: falsch',
    'words.long': 'fehlt',
    reminders: 'klein',
    other: 'sonst',
  })
})
