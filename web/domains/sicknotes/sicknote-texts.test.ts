import { describe, expect, it } from 'vitest'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import { note } from './sicknote.test-data.ts'
import {
  alreadyText,
  freeDayName,
  nextFreeStretch,
  paperStatusesOf,
  presenceText,
  rangeText,
  reasonlessStatusesOf,
  reportedAt,
  reportedBy,
  sinceText,
  stateOf,
  statusesOf,
  weekText,
} from './sicknote-texts.ts'

const TODAY = '2026-11-20'
const LEAVE = { applied_at: null, decided_by_name: null, days_of_year: 1, may_decide: true }

describe('days of an absence', () => {
  it.each([
    ['2026-11-20', '2026-11-20', 'heute', undefined],
    ['2026-11-18', '2026-11-20', 'bis heute', 'seit Mi 18.11.'],
    ['2026-11-20', '2026-11-25', 'bis Mi 25.11.', undefined],
    ['2026-11-18', '2026-11-25', 'bis Mi 25.11.', 'seit Mi 18.11.'],
    ['2026-11-23', '2026-11-23', 'Mo 23.11.', undefined],
    ['2026-11-23', '2026-11-27', 'Mo 23.11. – Fr 27.11.', undefined],
    ['2026-11-05', '2026-11-06', 'Do 05.11. – Fr 06.11.', undefined],
    ['2026-12-21', '2027-01-05', 'Mo 21.12. – Di 05.01.2027', undefined],
  ])('from %s to %s is %s, %s', (dateStart, dateEnd, ...texts) => {
    const days = { dateStart, dateEnd }
    expect([rangeText(days, TODAY), sinceText(days, TODAY)]).toEqual(texts)
  })

  it.each([
    [{}, 'Mia Müller ist heute schon krankgemeldet.'],
    [{ dateStart: '2026-11-18' }, 'Mia Müller ist heute schon krankgemeldet.'],
    [{ dateEnd: '2026-11-23' }, 'Mia Müller ist schon bis Mo 23.11. krankgemeldet.'],
    [{ dateStart: '2026-11-23', dateEnd: '2026-11-23' }, 'Mia Müller ist schon für Mo 23.11. krankgemeldet.'],
    [
      { dateStart: '2026-11-23', dateEnd: '2026-11-27', reason: 'leave' },
      'Mia Müller ist schon von Mo 23.11. bis Fr 27.11. abgemeldet, Grund: beurlaubt.',
    ],
    [
      { partial: true, lessons: [1, 2], reason: 'doctor' },
      'Mia Müller ist heute (1.–2. Stunde) schon abgemeldet, Grund: Arzttermin.',
    ],
  ] as const)('%j: %s', (value, text) => {
    const lessons = 'lessons' in value ? [...value.lessons] : []
    expect(alreadyText(note({ value: { ...value, lessons } }), TODAY)).toBe(text)
  })

  it.each([
    [[1, 2, 3], '1.–3. Stunde'],
    [[1, 3, 4], '1., 3.–4. Stunde'],
    [[2], '2. Stunde'],
  ])('lessons %j are %s', (lessons, text) => {
    expect(partText(note({ value: { partial: true, lessons } }).value)).toBe(text)
  })

  it('times come before lessons, a whole day has no part', () => {
    const value = { partial: true, timeStart: '10:00', timeEnd: '12:00', lessons: [3] }
    expect(partText(note({ value }).value)).toBe('10:00–12:00 Uhr, 3. Stunde')
    expect(partText(note({}).value)).toBeUndefined()
  })

  it.each([
    ['2026-11-20T06:41:00.000Z', '07:41'],
    ['2026-11-19T23:30:00.000Z', '00:30'],
    ['2026-11-19T17:02:00.000Z', 'Do 19.11. 18:02'],
  ])('what was reported at %s stands there as %s', (instant, text) => {
    expect(reportedAt(instant, TODAY)).toBe(text)
  })

  it.each([
    [{ source: 'public_link', value: { reporterRelation: 'mother' } }, 'Elternlink (Mutter)'],
    [{ source: 'phone', value: { reporterName: 'Anna Müller' }, is_late: true }, 'Telefon (Anna Müller), verspätet'],
    [{ source: 'teacher', created_by_name: 'Jonas Lindner' }, 'Lehrkraft (Jonas Lindner)'],
    [{ source: 'staff', created_by_name: 'Petra Schreiber' }, 'Sekretariat'],
  ] as const)('%j was reported by %s', (facts, text) => {
    expect(reportedBy(note(facts))).toBe(text)
  })
})

describe('status', () => {
  it.each([
    [{}, ['offen']],
    [{ seen_at: null, excuse_state: 'excused' }, ['entschuldigt']],
    [{ excuse_state: 'unexcused' }, ['unentschuldigt']],
    [{ excuse_state: 'not_required' }, []],
    [{ leave: { ...LEAVE, decision: 'pending' } }, ['beantragt']],
    [{ certificate_requested_at: '2026-11-18' }, ['offen', 'Attest verlangt']],
    [
      { excuse_state: 'excused', certificate_requested_at: '2026-11-18', certificate_seen_at: '2026-11-19' },
      ['entschuldigt', 'Attest'],
    ],
  ] as const)('%j shows %j', (facts, texts) => {
    expect(statusesOf(note(facts)).map(({ text }) => text)).toEqual(texts)
  })

  it.each([
    [{ excuse_state: 'unexcused', seen_at: null, is_own: true }, 'unexplained', []],
    [{ excuse_state: 'unexcused', seen_at: null }, 'unexplained', []],
    [{ excuse_state: 'open' }, 'unexplained', []],
    [{ excuse_state: 'excused' }, 'excused', ['entschuldigt']],
  ] as const)(
    'a missing child is unexplained until it is excused, and has no second word: %j',
    (facts, state, texts) => {
      const missing = note({ ...facts, value: { reason: 'unexplained' } })
      expect(stateOf(missing)).toBe(state)
      expect(statusesOf(missing).map(({ text }) => text)).toEqual(texts)
    },
  )

  it.each([
    [{ certificate_seen_at: '2026-11-19', excuse_state: 'excused' }, ['entschuldigt']],
    [{ certificate_requested_at: '2026-11-19' }, []],
    [{ leave: { ...LEAVE, decision: 'pending' }, seen_at: null }, []],
    [{ seen_at: null, excuse_state: 'unexcused' }, ['unentschuldigt']],
  ] as const)('%j tells neither a reason nor who has seen it on paper: %j', (facts, texts) => {
    expect(paperStatusesOf(note(facts)).map(({ text }) => text)).toEqual(texts)
  })

  it.each([
    [{ certificate_requested_at: '2026-11-19' }, ['offen']],
    [{ leave: { ...LEAVE, decision: 'pending' } }, ['offen']],
    [{ excuse_state: 'not_required' }, []],
    [{ excuse_state: 'excused' }, ['entschuldigt']],
  ] as const)('%j tells no reason to those who do not see it: %j', (facts, texts) => {
    expect(reasonlessStatusesOf(note(facts)).map(({ text }) => text)).toEqual(texts)
  })
})

describe('a day without school', () => {
  const free = [{ name: 'Herbstferien', date_start: '2026-10-19', date_end: '2026-10-30' }]
  it.each([
    ['2026-10-19', 'Herbstferien'],
    ['2026-10-24', 'Herbstferien'],
    ['2026-10-31', 'Wochenende'],
    ['2026-11-20', undefined],
  ])('%s: %s', (day, name) => {
    expect(freeDayName(day, free)).toBe(name)
  })
})

it('the next free days begin after today, whatever their order in the calendar', () => {
  const winter = { name: 'Winterferien', date_start: '2027-02-01', date_end: '2027-02-06' }
  const christmas = { name: 'Weihnachtsferien', date_start: '2026-12-23', date_end: '2027-01-02' }
  expect(nextFreeStretch('2026-11-20', [winter, christmas])?.name).toBe('Weihnachtsferien')
  expect(nextFreeStretch('2026-12-23', [winter, christmas])?.name).toBe('Winterferien')
  expect(nextFreeStretch('2027-02-01', [winter, christmas])).toBeUndefined()
})

it.each([
  [[], 'Heute ist niemand abgemeldet.'],
  [['Mila Berg'], 'Heute fehlt 1 von 20: Mila Berg'],
  [['Mila Berg', 'Ida Ott'], 'Heute fehlen 2 von 20: Mila Berg, Ida Ott'],
  [['Mila', 'Ida', 'Ole', 'Ben'], 'Heute fehlen 4 von 20.'],
])('%j absent of 20: %s', (absent, text) => {
  expect(presenceText(absent, 20)).toBe(text)
})

it('names a week with one month or two', () => {
  expect([weekText('2026-11-16'), weekText('2026-11-30')]).toEqual(['16. – 20.11.2026', '30.11. – 04.12.2026'])
})
