import { describe, expect, it, vi } from 'vitest'
import { chosenText, paperGroups } from './DayListTable.tsx'
import { daysText, monthRows, schoolDaysOfMonth } from './month-rows.ts'
import { periodsOf } from './SicknoteFilterForm.tsx'
import { absentOn, weekRows } from './SicknoteWeekCard.tsx'
import { note } from './sicknote.test-data.ts'
import { countChildren, countClasses, moreText, splitToday } from './sicknote-counts.ts'
import {
  chosenClassIds,
  chosenPeriod,
  isByClass,
  mondayOf,
  shownNotes,
  sicknoteListState,
  statusOptions,
} from './sicknote-list.ts'
import { overdueStatusesOf } from './sicknote-texts.ts'

const TODAY = '2026-11-20'
const OWN: ReadonlySet<number> = new Set()
const inClass = (id: number, classgradePlain: string) => ({ schoolclass: { id, classgradePlain } })

const MIA = note({ id: 1, pupil: { id: 7, ...inClass(3, '3a') } })
const TIM = note({ id: 2, pupil: { id: 8, firstname: 'Tim', lastname: 'Özil', ...inClass(5, '5b') }, seen_at: null })
const LENI = note({
  id: 3,
  pupil: { id: 9, firstname: 'Leni', lastname: 'Hoffmann', lastname_prefix: 'van', schoolclass: null },
  value: { reason: 'unexplained' },
  excuse_state: 'unexcused',
})
const ALL = [MIA, TIM, LENI]

const stateAt = (query: Record<string, string>) => sicknoteListState({ get: (key) => query[key], set: () => {} }, TODAY)
const shown = (query: Record<string, string>, own = OWN) => shownNotes(ALL, stateAt(query), own).map(({ id }) => id)

describe('the list', () => {
  it.each([
    [{}, [1, 2, 3]],
    [{ klasse: '5' }, [2]],
    [{ klasse: '3,ohne' }, [1, 3]],
    [{ status: 'neu' }, [2]],
    [{ status: 'neu,ungeklaert' }, [2, 3]],
    [{ status: 'unentschuldigt' }, []],
    [{ ungeklaert: '1' }, [3]],
    [{ search: 'mueller 3a' }, [1]],
    [{ search: 'ozil' }, [2]],
    [{ sort: '-name' }, [2, 1, 3]],
    [{ sort: '-klasse' }, [3, 2, 1]],
  ])('%j shows %j', (query, ids) => {
    expect(shown(query as Record<string, string>)).toEqual(ids)
  })

  it('has the classes of who looks first, else the order of the server', () => {
    expect(shown({}, new Set([5]))).toEqual([2, 1, 3])
  })

  it('opens with today; what is no tab, day or week is left out', () => {
    expect(stateAt({ tab: 'x', woche: 'y' })).toMatchObject({ tab: 'heute', monday: '2026-11-16' })
    expect(stateAt({ tab: 'woche', woche: '2026-12-02' })).toMatchObject({ tab: 'woche', monday: '2026-11-30' })
    expect(stateAt({ tab: 'monat' })).toMatchObject({ tab: 'monat', month: '2026-11-01' })
    expect(stateAt({ monat: '2026-09' }).month).toBe('2026-09-01')
    expect(stateAt({ monat: '2026-13' }).month).toBe('2026-11-01')
    expect(chosenPeriod(stateAt({ von: 'gestern' }))).toBeUndefined()
    expect(chosenPeriod(stateAt({ von: '2026-11-01' }))).toEqual({ from: '2026-11-01', to: undefined })
  })
})

describe('filters', () => {
  it('look back seven or thirty days, today among them', () => {
    const days = periodsOf(TODAY, '2026-08-01').map(({ value, von, bis }) => [value, von, bis])
    expect(days.slice(1, 4)).toEqual([
      ['woche', '2026-11-14', TODAY],
      ['monat', '2026-10-22', TODAY],
      ['jahr', '2026-08-01', undefined],
    ])
  })

  it('offer viewers no status that they do not get', () => {
    const values = (seesAll: boolean) => statusOptions(seesAll).map(({ value }) => value)
    expect(values(true)).toEqual(expect.arrayContaining(['neu', 'attest', 'beurlaubung']))
    expect(values(false)).toEqual(['neu', 'gesehen', 'offen', 'entschuldigt', 'unentschuldigt'])
  })

  it.each([
    [{}, []],
    [{ klasse: '3' }, [3]],
    [{ klasse: '3,5,ohne' }, [3, 5, null]],
    [{ klasse: 'x' }, []],
  ])('%j exports the classes %j', (query, ids) => {
    expect(chosenClassIds(stateAt(query as Record<string, string>))).toEqual(ids)
  })

  it('leave with the part of the list that does not offer them', () => {
    const set = vi.fn()
    const state = sicknoteListState({ get: () => undefined, set }, TODAY)
    state.setTab('fehlt')
    state.setTab('weitere')
    expect(set.mock.calls.map(([change]) => ['status' in change, 'ungeklaert' in change])).toEqual([
      [true, true],
      [false, true],
    ])
  })
})

describe('where the excuse is missing', () => {
  it('what waits longest comes first, and the classes are no groups', () => {
    const state = sicknoteListState({ get: (name) => (name === 'tab' ? 'fehlt' : undefined), set: vi.fn() }, TODAY)
    const due = (id: number, excuse_due_at: string) => note({ id, excuse_due_at })
    const rows = shownNotes([due(1, '2026-11-10'), due(2, '2026-10-12'), due(3, '2026-11-02')], state, new Set())
    expect(rows.map(({ id }) => id)).toEqual([2, 3, 1])
    expect(isByClass(state)).toBe(false)
  })

  it('only what is still to be done is a status', () => {
    const seen = note({ seen_at: '2026-11-20T07:00:00Z', certificate_seen_at: '2026-11-20' })
    expect(overdueStatusesOf(seen).map(({ text }) => text)).toEqual([])
    const asked = note({ certificate_requested_at: '2026-11-20' })
    expect(overdueStatusesOf(asked).map(({ text }) => text)).toEqual(['Attest verlangt'])
  })
})

describe('paper', () => {
  it('has each class once and each child once, however the list is sorted', () => {
    const again = note({ id: 4, pupil: { id: 7, ...inClass(3, '3a') } })
    const groups = paperGroups([MIA, TIM, again, LENI])
    expect(groups.map(({ name, children }) => [name, children.map((notes) => notes.map(({ id }) => id))])).toEqual([
      ['3a', [[1, 4]]],
      ['5b', [[2]]],
      ['ohne Klasse', [[3]]],
    ])
  })

  it.each([
    [{}, undefined],
    [{ klasse: '3,ohne', status: 'neu' }, 'Nur ein Teil der Liste: Klasse 3a, ohne Klasse · Status neu'],
    [{ ungeklaert: '1', search: 'mül' }, 'Nur ein Teil der Liste: nur ungeklärt · Suche „mül“'],
  ])('%j is named: %s', (query, text) => {
    expect(chosenText(stateAt(query as Record<string, string>), [{ id: 3, classgradePlain: '3a' }])).toBe(text)
  })
})

describe('counts', () => {
  it.each([
    [1, 'und 1 weiteres Kind'],
    [2, 'und 2 weitere Kinder'],
  ])('%i more', (count, text) => {
    expect(moreText(count)).toBe(text)
  })

  it('today is when the days hold it, all else is further (spec §4)', () => {
    const days = (dateStart: string, dateEnd: string) => note({ value: { dateStart, dateEnd } })
    const ends = days('2026-11-18', TODAY)
    const starts = days(TODAY, '2026-11-23')
    const later = days('2026-11-21', '2026-11-21')
    expect(splitToday([ends, starts, later], TODAY)).toEqual({ heute: [ends, starts], weitere: [later] })
  })

  it('children count once, and who has no class is a class', () => {
    expect([countChildren([...ALL, MIA]), countClasses(ALL)]).toEqual([3, 3])
  })
})

describe('the week', () => {
  it('has a line for each child and its notes under their days', () => {
    const long = note({
      id: 4,
      pupil: { id: 7, ...inClass(3, '3a') },
      value: { dateStart: '2026-11-12', dateEnd: '2026-11-17' },
    })
    const rows = weekRows([long, MIA, TIM], mondayOf(TODAY))
    expect(rows.map(({ pupil, days }) => [pupil.id, days.map((notes) => notes.map(({ id }) => id))])).toEqual([
      [7, [[4], [4], [], [], [1]]],
      [8, [[], [], [], [], [2]]],
    ])
  })

  it('counts the absent of a day, in all and of one class', () => {
    const rows = weekRows([MIA, TIM], mondayOf(TODAY))
    expect([absentOn(rows, 4), absentOn(rows, 4, '3a'), absentOn(rows, 3, '3a')]).toEqual([2, 1, 0])
  })

  it('leaves out who is away in other weeks', () => {
    expect(weekRows([MIA], '2026-11-23')).toEqual([])
  })
})

describe('the month', () => {
  const AUTUMN = [{ name: 'Herbstferien', date_start: '2026-10-19', date_end: '2026-10-30' }]
  const schoolDays = schoolDaysOfMonth('2026-10-01', AUTUMN)
  const during = (dateStart: string, dateEnd: string, more: Parameters<typeof note>[0]['value'] = {}) =>
    note({ value: { dateStart, dateEnd, ...more } })
  const first = (...notes: ReturnType<typeof note>[]) => monthRows(notes, schoolDays)[0]

  it('counts whole school days once, neither holidays nor days of other months', () => {
    const row = first(during('2026-09-28', '2026-10-02'), during('2026-10-02', '2026-10-02'))
    expect(row?.days.map(({ day, notes }) => [day, notes.length])).toEqual([
      ['2026-10-01', 1],
      ['2026-10-02', 2],
    ])
    expect(row?.count).toBe(2)
    expect(first(during('2026-10-16', '2026-11-03'))?.count).toBe(1)
  })

  it('shows a part of a day and an exemption, but counts neither', () => {
    const part = first(during('2026-10-05', '2026-10-05', { partial: true, lessons: [1] }))
    expect([part?.days.length, part?.days[0]?.is_partial, part?.count]).toEqual([1, true, 0])
    expect(first(during('2026-10-05', '2026-10-06', { reason: 'exempt' }))?.count).toBe(0)
  })

  it('counts for a viewer, who gets no reasons, too', () => {
    const unexplained = during('2026-10-05', '2026-10-06')
    const { reason: _, ...value } = unexplained.value
    expect(first({ ...unexplained, value })?.count).toBe(2)
  })

  it('leaves out who is away in the holidays only', () => {
    expect(monthRows([during('2026-10-20', '2026-10-21')], schoolDays)).toEqual([])
  })

  it('says days one after the other as a stretch, over weekends and holidays', () => {
    const days = ['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-08']
    expect(daysText(days, schoolDays)).toBe('1.–5., 8.')
    expect(daysText([], schoolDays)).toBe('')
  })
})
