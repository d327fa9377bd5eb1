import { addMonths } from '#contract/dates.ts'
import {
  type RegistrationStats,
  STAT_STATUSES,
  type StatCounts,
} from '#contract/registrationstats/registrationstats.ts'
import { yearAppliedFor } from '#contract/schoolyears/schoolyears.states.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { type Arrivals, countArrivals, listPlaces, listTallies } from './registrationstats.queries.ts'

interface StatsQuery {
  /** Missing: the year for which applications come in now. */
  yearId: number | undefined
  /** The day in Berlin. */
  today: string
}

type Schoolyears = Awaited<ReturnType<typeof listSchoolyears>>

const findYear = (years: Schoolyears, { yearId, today }: StatsQuery) => {
  if (yearId !== undefined) return years.find(({ id }) => id === yearId)
  const open = years.filter(({ state }) => state !== 'closed')
  return yearAppliedFor(open, today) ?? years.at(-1)
}

const countsOf = (arrivals: readonly Arrivals[]): StatCounts => {
  const counts = { new: 0, waiting: 0, accepted: 0, rejected: 0, withdrawn: 0, total: 0 }
  for (const { status, count } of arrivals) {
    if (STAT_STATUSES.includes(status)) counts[status] += count
    counts.total += count
  }
  return counts
}

const totalOf = (arrivals: readonly Arrivals[]) => arrivals.reduce((sum, { count }) => sum + count, 0)

/** Every month from the first to the last. */
const monthsBetween = (arrivals: readonly Arrivals[]) => {
  const months = arrivals.map(({ month }) => month).sort()
  const [first, last] = [months[0], months.at(-1)]
  const all: string[] = []
  for (let month = first; month && last && month <= last; month = addMonths(month, 1)) all.push(month)
  return all
}

const byGradeOf = (
  here: readonly Arrivals[],
  before: readonly Arrivals[],
  places: Awaited<ReturnType<typeof listPlaces>>,
) => {
  const known = new Map(places.map((one) => [one.grade, one]))
  const applied = [...here, ...before].map(({ grade }) => grade)
  const offered = places.filter((one) => one.active && one.places !== null).map(({ grade }) => grade)
  return [...new Set([...applied, ...offered])]
    .sort((a, b) => a - b)
    .map((grade) => ({
      grade,
      counts: countsOf(here.filter((one) => one.grade === grade)),
      places: known.get(grade)?.places ?? null,
      total_before: totalOf(before.filter((one) => one.grade === grade)),
    }))
}

const byMonthOf = (here: readonly Arrivals[], before: readonly Arrivals[]) => {
  const later = before.map((one) => ({ ...one, month: addMonths(one.month, 12) }))
  return monthsBetween([...here, ...later]).map((month) => ({
    month,
    counts: countsOf(here.filter((one) => one.month === month)),
    total_before: totalOf(later.filter((one) => one.month === month)),
  }))
}

/** The numbers of a year's applications and of the year before; 404 when the school does not have the year. */
export async function readStats(tx: SchoolTransaction, query: StatsQuery): Promise<RegistrationStats> {
  const years = await listSchoolyears(tx)
  const year = findYear(years, query)
  if (!year) throw notFound()
  const before = years.findLast(({ date_start }) => date_start < year.date_start)
  const ids = [year.id, ...(before ? [before.id] : [])]
  const present = await countArrivals(tx, ids)
  const tallies = await listTallies(tx, ids)
  const all = [...present, ...tallies]
  const [here, earlier] = [year.id, before?.id].map((id) => all.filter((one) => one.school_year_id === id)) as [
    Arrivals[],
    Arrivals[],
  ]
  return {
    schoolyear: { id: year.id, name: year.name },
    before: before ? { id: before.id, name: before.name } : null,
    schoolyears: years.map(({ id, name }) => ({ id, name })).reverse(),
    counts: countsOf(here),
    counts_before: countsOf(earlier),
    transformed: here.reduce((sum, one) => sum + one.transformed, 0),
    tallied: totalOf(tallies.filter((one) => one.school_year_id === year.id)),
    byGrade: byGradeOf(here, earlier, await listPlaces(tx, year.id)),
    byMonth: byMonthOf(here, earlier),
  }
}
