import {
  absentDays,
  countAbsences,
  countWeekdays,
  daysOfMember,
  halvesOf,
  listSchoolDays,
} from '#contract/absences/absence-days.ts'
import { type PupilAbsences, standingCount } from '#contract/absences/absences.ts'
import { cutAtBounds } from '#contract/schoolyears/school-calendar.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { listSchoolyears, readCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { listSicknotes } from '#server/domains/sicknotes/sicknotes.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { type Counted, findCountedPupil, listClosedCounts, listCountedNotes } from './absence-counts.queries.ts'
import { areNotesDeleted } from './deleted-notes.ts'

type Year = Awaited<ReturnType<typeof listSchoolyears>>[number]
/** The years in which the child belongs to the school, the oldest first; all years when there is none. */
const yearsOf = (years: readonly Year[], { date_entry, date_exit }: Counted) => {
  const own = years.filter(
    (year) => year.date_end >= date_entry && (date_exit === null || year.date_start <= date_exit),
  )
  return own.length > 0 ? own : years
}

/** The requested year, otherwise today's, otherwise the nearest one before or after today. */
const shownYear = (years: readonly Year[], asked: number | undefined, today: string) =>
  asked === undefined
    ? (years.findLast(({ date_start }) => date_start <= today) ?? years[0])
    : years.find(({ id }) => id === asked)

/** Both half-years with the counts on their school reports. */
async function countHalves(
  tx: SchoolTransaction,
  { year, pupil, days }: { year: Year; pupil: Counted; days: PupilAbsences['days'] },
  today: string,
) {
  const closed = await listClosedCounts(tx, { pupilIds: [pupil.id], yearId: year.id })
  const isGone = await areNotesDeleted(tx, year.date_end, today)
  return halvesOf(year).map((half) => {
    const ofHalf = days.filter(({ day }) => half.date_start <= day && day <= half.date_end)
    const standing = { closed: closed.find((row) => row.half === half.half), areNotesGone: isGone }
    return { ...half, ...standingCount(countAbsences(ofHalf), standing) }
  })
}

/**
 * A child's absences in a school year: days, counts of both halves, all notes. 404 for a viewer who may not see the
 * child.
 */
export async function readPupilAbsences(
  tx: SchoolTransaction,
  { id, school_year_id }: { id: number; school_year_id: number | undefined },
  { viewer, today }: Reader,
): Promise<PupilAbsences> {
  const pupil = await findCountedPupil(tx, id, { viewer, today })
  if (!pupil) throw notFound()
  const years = yearsOf(await listSchoolyears(tx), pupil)
  const year = shownYear(years, school_year_id, today)
  if (!year) throw notFound()
  const bounds = { from: year.date_start, to: year.date_end }
  const { free_days } = await readCalendar(tx, bounds)
  const notes = await listCountedNotes(tx, { pupilIds: [id], ...bounds })
  const member = { entry: pupil.date_entry, exit: pupil.date_exit }
  const days = absentDays(notes.get(id) ?? [], daysOfMember(listSchoolDays(year, free_days), member))
  const listed = await listSicknotes(tx, { viewer, today, ...bounds, pupil_id: id, with_cancelled: true })
  return {
    schoolyear: { id: year.id, name: year.name, date_start: year.date_start, date_end: year.date_end },
    schoolyears: years.map(({ id: yearId, name }) => ({ id: yearId, name })).reverse(),
    date_entry: pupil.date_entry,
    date_exit: pupil.date_exit,
    halves: await countHalves(tx, { year, pupil, days }, today),
    days,
    weekdays: countWeekdays(days),
    free_days: cutAtBounds(free_days, year).map(({ name, date_start, date_end }) => ({ name, date_start, date_end })),
    notes: listed.sort((a, b) => b.value.dateStart.localeCompare(a.value.dateStart) || b.id - a.id),
  }
}
