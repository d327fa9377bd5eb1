import { listSchoolDays } from '#contract/absences/absence-days.ts'
import { type AbsenceReport, standingCount } from '#contract/absences/absences.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { readCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { countPupils, listClosedCounts } from './absence-counts.queries.ts'
import { findClassHalf, listReportPupils } from './class-report.queries.ts'
import { areNotesDeleted } from './deleted-notes.ts'

export interface HalfQuery {
  schoolclass_id: number
  /** Missing: today's half-year. */
  half?: 1 | 2 | undefined
}

/** The first step of report, file and closing; unknown and invisible classes get the same 404. */
export async function countClass(tx: SchoolTransaction, query: HalfQuery, reader: Reader) {
  const found = await findClassHalf(tx, query, reader)
  if (!found) throw notFound()
  const { half, year } = found
  const pupils = await listReportPupils(tx, found, reader)
  const { free_days: freeDays } = await readCalendar(tx, { from: half.date_start, to: half.date_end })
  const counts = await countPupils(tx, pupils, { half, freeDays })
  return {
    ...found,
    pupils,
    counts,
    schoolDays: listSchoolDays(half, freeDays).length,
    areNotesGone: await areNotesDeleted(tx, year.date_end, reader.today),
  }
}

/** The absences of a class in a half-year, as they stand on its school reports (domain §3.5). */
export async function readClassReport(tx: SchoolTransaction, query: HalfQuery, reader: Reader): Promise<AbsenceReport> {
  const { named, year, half, pupils, counts, schoolDays, areNotesGone: isGone } = await countClass(tx, query, reader)
  const pupilIds = pupils.map(({ id }) => id)
  const rows = await listClosedCounts(tx, { pupilIds, yearId: year.id })
  const closedOf = new Map(rows.filter((row) => row.half === half.half).map((row) => [row.pupil_id, row]))
  return {
    schoolyear: { id: year.id, name: year.name, date_start: year.date_start, date_end: year.date_end },
    schoolclass: { id: named.id, classgradePlain: named.classgradePlain },
    half: half.half,
    date_start: half.date_start,
    date_end: half.date_end,
    school_days: schoolDays,
    rows: pupils.flatMap(({ id, firstname, lastname, lastname_prefix, date_exit }) => {
      const counted = counts.get(id)
      if (!counted) return []
      const standing = standingCount(counted, { closed: closedOf.get(id), areNotesGone: isGone })
      const leaves = date_exit !== null && date_exit <= half.date_end
      return [
        { pupil: { id, firstname, lastname, lastname_prefix }, date_exit: leaves ? date_exit : null, ...standing },
      ]
    }),
  }
}
