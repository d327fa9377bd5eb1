import { describe, expect, test } from 'vitest'
import { conditionsText, partTexts } from './condition-texts.ts'
import { LISTED_FIELDS, mayList } from './listed-fields.ts'
import { CONDITIONS_MAX, opsOf, type PupilConditions, readConditions, writeConditions } from './pupil-conditions.ts'

const HORT: PupilConditions = {
  mode: 'all',
  parts: [
    { field: 'afterschool_care', op: 'is', values: ['short', 'long'] },
    { field: 'afterschool_days', op: 'has', values: ['tu'] },
  ],
}

const said = (text: string) => {
  const filter = readConditions(text)
  return filter && conditionsText(filter)
}

describe('the conditions of an address', () => {
  test('stay readable there and come back as they were', () => {
    const text = 'all**afterschool_care.is.short.long**afterschool_days.has.tu'
    expect(writeConditions(HORT)).toBe(text)
    expect(readConditions(text)).toEqual(HORT)
    expect(new URLSearchParams({ filter: text }).toString()).toBe(`filter=${text}`)
  })

  test.each(['St. Peter_Ording', 'a**b', 'any*x', '_2e', 'Ä & ß'])('keep a value with signs: %s', (value) => {
    const filter: PupilConditions = { mode: 'any', parts: [{ field: 'city', op: 'is', values: [value] }] }
    expect(readConditions(writeConditions(filter))).toEqual(filter)
  })

  test('hold groups of one level', () => {
    const text = 'all**any*city.is.Potsdam*city.empty**none*swim_level.is.none'
    expect(writeConditions(readConditions(text) as PupilConditions)).toBe(text)
    expect(said(text)).toBe(
      '(Ort ist „Potsdam“ oder Ort ist nicht eingetragen) und nicht (Schwimmerlaubnis ist kann nicht schwimmen)',
    )
  })

  test.each([
    ['all**afterschool_care.is.short.long**afterschool_days.has.tu', ['Hort: kurz oder lang', 'Hort-Tage: Di']],
    ['all**city.empty**any*age.is.7*age.is.8', ['Ort ist nicht eingetragen', '(Alter ist 7 oder Alter ist 8)']],
    ['any**city.is.Potsdam**city.empty', ['Ort ist „Potsdam“ oder Ort ist nicht eingetragen']],
  ])('are told part by part where each holds by itself: %s', (text, texts) => {
    expect(partTexts(readConditions(text) as PupilConditions)).toEqual(texts)
  })

  test.each([
    ['nothing', ''],
    ['no condition', 'all'],
    ['an unknown mode', 'some**city.empty'],
    ['an unknown field', 'all**religion_class.is.ler'],
    ['a note of class E', 'all**note.filled'],
    ['a name, which the search is for', 'all**guardian1.is.Berg'],
    ['the value of a personal field', 'all**mail.has.berg'],
    ['a question that does not fit', 'all**city.between.a.b'],
    ['an unknown choice', 'all**afterschool_care.is.always'],
    ['a condition without its value', 'all**afterschool_care.is'],
    ['a value too many', 'all**date_entry.before.2026-01-01.2026-02-01'],
    ['no day', 'all**date_entry.before.2026-02-30'],
    ['no number', 'all**age.is.ten'],
    ['an empty group', 'all**city.empty**any*'],
    ['a group in a group', 'all**any*all*city.empty'],
    ['empty of what is never empty', 'all**age.empty'],
    ['too many conditions', ['all', ...Array.from({ length: CONDITIONS_MAX + 1 }, () => 'city.empty')].join('**')],
    ['a long text', `all**city.is.${'x'.repeat(81)}`],
    ['a very long text', `all**city.is.${'x.'.repeat(1000)}`],
    ['a key of every object', 'all**constructor.empty'],
  ])('are none: %s', (_what, text) => {
    expect(readConditions(text)).toBeUndefined()
  })
})

test.each([
  ['all**afterschool_care.is.short.long**afterschool_days.has.tu', 'Hort ist kurz oder lang und Hort-Tage enthält Di'],
  [
    'any**swim_level.not.none.unknown**swim_level.filled',
    'Schwimmerlaubnis ist weder kann nicht schwimmen noch nicht bekannt oder Schwimmerlaubnis ist eingetragen',
  ],
  ['all**nationalities.has.SYR.UKR', 'Staatsangehörigkeit enthält Syrien oder Ukraine'],
  ['all**may_go_home_alone.is.yes', 'Geht allein nach Hause: ja'],
  [
    'all**age.before.7**birthdate.between.2019-01-01.2019-12-31',
    'Alter unter 7 und Geburtsdatum zwischen 01.01.2019 und 31.12.2019',
  ],
  ['none**measles_proof_seen_at.filled', 'nicht (Masernnachweis gesehen am ist eingetragen)'],
  ['all**consent_photo_website.not.granted', 'Fotos auf der Internetseite ist nicht erteilt'],
])('the filter %s is said: %s', (text, sentence) => {
  expect(said(text)).toBe(sentence)
})

test('no field of a list is confidential or a note, and only class A is for those without contacts', () => {
  expect(LISTED_FIELDS.filter(({ dataClass }) => !['A', 'B', 'C'].includes(dataClass))).toEqual([])
  expect(LISTED_FIELDS.filter(({ key }) => /note|sensitive|religion|health|special/.test(key))).toEqual([])
  const seen = (permissions: Parameters<typeof mayList>[1]) =>
    LISTED_FIELDS.filter(({ key }) => mayList(key, permissions)).map(({ key }) => key)
  expect(seen(['view pupil'])).toEqual(['gender', 'class_teacher'])
  expect(seen(['view attached pupil'])).toHaveLength(LISTED_FIELDS.length)
  expect(mayList('religion_class', ['manage pupil'])).toBe(false)
})

test('each key stands once, and each question of a field has words', () => {
  const keys = LISTED_FIELDS.map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(
    LISTED_FIELDS.filter((field) => field.asks !== 'nothing' && opsOf(field).length === 0).map(({ key }) => key),
  ).toEqual([])
})
