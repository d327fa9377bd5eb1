import { cutAtBounds, publicHolidays } from './school-calendar.ts'
import type { FreeDayKind, FreeDays } from './schoolyears.free-days.ts'
import type { StateCode } from './state-presets.ts'

type Known = [name: string, from: string, to: string, kind?: FreeDayKind]

/**
 * Holidays that are certain, by state and the year in which the school year begins, each with both summers it touches.
 * A state is listed only when two published tables agree.
 */
const HOLIDAYS: Partial<Record<StateCode, Record<number, readonly Known[]>>> = {
  // Domain §9.
  'DE-BB': {
    2026: [
      ['Sommerferien', '2026-07-09', '2026-08-22'],
      ['Herbstferien', '2026-10-19', '2026-10-30'],
      ['Weihnachtsferien', '2026-12-23', '2027-01-02'],
      ['Winterferien', '2027-02-01', '2027-02-06'],
      ['Osterferien', '2027-03-22', '2027-04-03'],
      ['variabler Ferientag', '2027-05-07', '2027-05-07', 'flexible_day'],
      ['Pfingstferien', '2027-05-18', '2027-05-18'],
      ['Sommerferien', '2027-07-01', '2027-08-14'],
    ],
  },
  // gs-seifersdorf.de (2026/2027), ab-in-den-urlaub.de (2025 to 2030); May 2027 also fed-sl.de, 2026 also kalenderpedia.de.
  'DE-SN': {
    2026: [
      ['Sommerferien', '2026-07-04', '2026-08-14'],
      ['Herbstferien', '2026-10-12', '2026-10-24'],
      ['Weihnachtsferien', '2026-12-23', '2027-01-02'],
      ['Winterferien', '2027-02-08', '2027-02-19'],
      ['Osterferien', '2027-03-26', '2027-04-02'],
      ['unterrichtsfreier Tag', '2027-05-07', '2027-05-07'],
      ['Pfingstferien', '2027-05-15', '2027-05-18'],
      ['Sommerferien', '2027-07-10', '2027-08-20'],
    ],
  },
}

const toFreeDays = ([name, date_start, date_end, kind = 'holiday']: Known): FreeDays => ({
  name,
  kind,
  date_start,
  date_end,
})

/**
 * The holidays of the school year that begins in `startYear`, not cut at its ends; undefined when they are not certain.
 */
export const findHolidays = (state: StateCode, startYear: number) => HOLIDAYS[state]?.[startYear]?.map(toFreeDays)

/** All certain holidays of the state, each once: a summer is listed with both years it touches. */
const knownHolidays = (state: StateCode) => {
  const all = Object.values(HOLIDAYS[state] ?? {})
    .flat()
    .map(toFreeDays)
  return [...new Map(all.map((free) => [JSON.stringify(free), free])).values()]
}

/**
 * The free days of a state between the days of a school year: always public holidays, and the holidays that are
 * certain; `has_holidays` when those cover the whole year.
 */
export const freeDaysPreset = (state: StateCode, bounds: { date_start: string; date_end: string }) => {
  const [first, last] = [Number(bounds.date_start.slice(0, 4)), Number(bounds.date_end.slice(0, 4))]
  const publicOnes = Array.from({ length: last - first + 1 }, (_, more) => publicHolidays(state, first + more)).flat()
  return {
    free_days: cutAtBounds([...knownHolidays(state), ...publicOnes], bounds),
    has_holidays: findHolidays(state, first) !== undefined,
  }
}
