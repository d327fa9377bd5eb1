import { fullName } from '#contract/person-names.ts'
import { NEXT_SCHOOL_MAX } from '#contract/pupils/pupil.record.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import {
  type DuplicatePupil,
  lastDayElsewhere,
  type SchoolChangeOffer,
  type TransformForm,
} from '#contract/registrations/registrations.transform.ts'
import type { Queries } from '#server/db/database.ts'
import { nameAction } from '#server/db/log-event.ts'
import { bindSchool, type SchoolTransaction, withSchools } from '#server/db/school-transaction.ts'
import type { Acting, SchoolViewer } from '#server/db/viewer.ts'
import { listReachableSchools } from '#server/domains/account/account.shared.queries.ts'
import {
  endPupilsAfterExit,
  findTransferRecord,
  lockPupil,
  type TransferRecord,
  updatePupil,
} from '#server/domains/pupils/pupils.shared.queries.ts'
import { conflict } from '#server/http/api-error.ts'
import type { Admission } from './admission.ts'
import { furtherGuardians } from './admit-family.ts'

type School = Awaited<ReturnType<typeof listReachableSchools>>[number]

/** A pupil of a partner school who comes here, with the record from there. */
export interface SchoolChange {
  school: School
  record: TransferRecord
  date_exit: string
}

/** An exit that is already entered stays, unless the child would belong to both schools. */
const exitOf = ({ date_exit }: TransferRecord['pupil'], last: string) =>
  date_exit !== null && date_exit < last ? date_exit : last

/** The reason why the child cannot leave that school (409 with this text), or null. */
const changeRefusal = ({ school, record: { pupil }, date_exit }: SchoolChange, today: string) => {
  if (hasLeft(pupil) || (pupil.date_exit !== null && pupil.date_exit < today)) {
    return REGISTRATION_TEXTS.leftElsewhere(school.short)
  }
  return date_exit < pupil.date_entry ? REGISTRATION_TEXTS.notYetElsewhere(school.short) : null
}

/** The transaction must be bound to that school. */
async function readChange(tx: SchoolTransaction, { id, school, last }: { id: number; school: School; last: string }) {
  const record = await findTransferRecord(tx, { id, day: last })
  return record && { school, record, date_exit: exitOf(record.pupil, last) }
}

/**
 * The viewer's role is valid at an attached partner school; this checks whether the viewer may change its pupils
 * (domain §3.3).
 */
const reachablePartners = async (tx: SchoolTransaction, viewer: SchoolViewer) =>
  viewer.permissions.includes('manage pupil')
    ? (await listReachableSchools(tx, viewer)).filter(({ id }) => id !== viewer.school_id)
    : []

const toOffer = (admission: Admission, { school, record, date_exit }: SchoolChange): SchoolChangeOffer => ({
  pupil_id: record.pupil.id,
  school_short: school.short,
  school_name: school.name,
  schoolclass: record.schoolclass,
  date_exit,
  further_guardians: furtherGuardians(admission, record).map(fullName),
})

/** The changes of school that the dialog offers for these results of the duplicate check. */
export async function listSchoolChanges(
  tx: SchoolTransaction,
  admission: Admission,
  { hits, viewer, today }: { hits: readonly DuplicatePupil[]; viewer: SchoolViewer; today: string },
) {
  const schools = await reachablePartners(tx, viewer)
  const last = lastDayElsewhere(admission)
  const scope = { own: viewer.school_id, schoolIds: schools.map(({ id }) => id) }
  const found = await withSchools(tx, scope, async (inside, schoolId) => {
    const school = schools.find(({ id }) => id === schoolId)
    const changes: SchoolChange[] = []
    for (const { id } of hits.filter(({ school_short }) => school_short === school?.short)) {
      const change = school && (await readChange(inside, { id, school, last }))
      if (change && changeRefusal(change, today) === null) changes.push(change)
    }
    return changes
  })
  const order = new Map(hits.map(({ id }, index) => [id, index]))
  return found
    .flat()
    .toSorted((a, b) => (order.get(a.record.pupil.id) ?? 0) - (order.get(b.record.pupil.id) ?? 0))
    .map((change) => toOffer(admission, change))
}

interface Chosen {
  chosen: NonNullable<TransformForm['change_from']>
  viewer: SchoolViewer
  today: string
}

/**
 * Locks and reads the chosen pupil at the partner school; undefined when the viewer cannot reach that school or it has
 * no such pupil, 409 when the pupil has left it or never started.
 */
export async function takeSchoolChange(tx: SchoolTransaction, admission: Admission, { chosen, viewer, today }: Chosen) {
  const school = (await reachablePartners(tx, viewer)).find(({ short }) => short === chosen.school_short)
  if (!school) return undefined
  const scope = { own: viewer.school_id, schoolIds: [school.id] }
  const [change] = await withSchools(tx, scope, async (inside) => {
    const locked = await lockPupil(inside, chosen.pupil_id)
    return locked && readChange(inside, { id: locked.id, school, last: lastDayElsewhere(admission) })
  })
  const refusal = change && changeRefusal(change, today)
  if (refusal) throw conflict(refusal)
  return change
}

/**
 * Enters the exit at the child's former school, like a normal exit there: class and parents' link end on the day after
 * it, and a past day takes effect at once. A pupil who was entered as graduating still graduates.
 */
export async function leaveForSchool(
  tx: Queries,
  { school, record: { pupil }, date_exit }: SchoolChange,
  { own, acting }: { own: { id: number; name: string }; acting: Acting },
) {
  const inside = await bindSchool(tx, school.id)
  await nameAction(inside, 'pupil', 'pupil_left')
  await updatePupil(inside, pupil.id, {
    date_exit,
    exit_reason: pupil.exit_reason === 'graduated' ? 'graduated' : 'school_change',
    next_school: own.name.slice(0, NEXT_SCHOOL_MAX),
  })
  if (date_exit < acting.today) await endPupilsAfterExit(inside, acting.today)
  await bindSchool(tx, own.id)
}
