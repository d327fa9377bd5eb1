import type { RolloverReport } from '#contract/rollovers/rollovers.ts'
import { comparePersons } from '#contract/text-order.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { PlannedRollover, StoredReport } from './planned-rollover.ts'
import { listEmployeeNames, listPupilNames } from './rollovers.situation.queries.ts'

/** Pupils who were deleted for good or are in the bin. */
const GONE = { lastname: '(gelöscht)', lastname_prefix: null, firstname: 'Kind', birthdate: null, next_school: null }

/**
 * The report with people's names: pupils in the report's order of classes, and by name within a class. For leavers it
 * has today's next school, or in a rehearsal the planned one (`leavers`).
 */
export async function nameReport(
  tx: SchoolTransaction,
  stored: StoredReport,
  leavers: PlannedRollover['leavers'] = [],
): Promise<RolloverReport> {
  const pupils = await listPupilNames(
    tx,
    stored.pupils.map(({ pupil_id }) => pupil_id),
  )
  const employees = await listEmployeeNames(
    tx,
    stored.classes.flatMap(({ teachers }) => teachers),
  )
  const classes = new Map([...new Set(stored.pupils.map(({ from_class }) => from_class))].map((name, n) => [name, n]))
  const planned = new Map(leavers.map(({ pupil_id, next_school }) => [pupil_id, { next_school }]))
  const positionOf = (name: string | null) => classes.get(name) ?? 0
  const named = stored.pupils.map((pupil) => ({
    person: { id: pupil.pupil_id, ...(pupils.get(pupil.pupil_id) ?? GONE) },
    pupil,
  }))
  named.sort(
    (a, b) => positionOf(a.pupil.from_class) - positionOf(b.pupil.from_class) || comparePersons(a.person, b.person),
  )
  return {
    ...stored,
    pupils: named.map(({ person, pupil }) => ({
      ...pupil,
      lastname: person.lastname,
      lastname_prefix: person.lastname_prefix,
      firstname: person.firstname,
      next_school: pupil.decision === 'leave' ? (planned.get(person.id) ?? person).next_school : null,
    })),
    classes: stored.classes.map((one) => ({ ...one, teachers: one.teachers.flatMap((id) => employees.get(id) ?? []) })),
  }
}
