import { addDays, addMonths } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { insertRows, insertWithIds, takePupilNumbers } from './demo-rows.queries.ts'
import type { DemoYears } from './enrolments.ts'
import { foundedAt, type SchoolIds } from './fill-school.ts'
import { TOWN } from './name-pools.ts'
import { MOBILE } from './phone-numbers.ts'

interface Scene {
  ids: SchoolIds
  years: DemoYears
  anchor: string
  headId: number
}

/** Who left the year before the demo begins: two are reduced by now, one is on hold, one is in the preview. */
const LEAVERS = [
  { firstname: 'Jonathan', lastname: 'Kranich', gender: 'm', birth: '08-14', fate: 'reduced' },
  { firstname: 'Lotte', lastname: 'Sperling', gender: 'f', birth: '02-17', fate: 'reduced' },
  { firstname: 'Mathilda', lastname: 'Ostermann', gender: 'f', birth: '11-03', fate: 'held' },
  { firstname: 'Levin', lastname: 'Brinkmann', gender: 'm', birth: '05-21', fate: 'due' },
] as const
type Leaver = (typeof LEAVERS)[number]

const NOTICE_BEGAN_DAYS = 5
const HOLD_DAYS = 90
const EMPLOYEE_DUE_DAYS = 6

const fillFamily = async (tx: SchoolTransaction, leavers: readonly { id: number; leaver: Leaver }[], scene: Scene) => {
  const school_id = scene.ids.schoolId
  const stamp = { created_at: foundedAt(scene.years), updated_at: foundedAt(scene.years) }
  const guardians = await insertWithIds(
    tx,
    'guardian',
    leavers.map(({ leaver: { lastname } }) => ({
      school_id,
      firstname: 'Katrin',
      lastname,
      phone_mobile: MOBILE,
      mail: `katrin.${lastname.toLowerCase()}@example.org`,
      ...stamp,
    })),
  )
  await insertRows(
    tx,
    'pupil_guardian',
    leavers.map(({ id }, index) => ({
      school_id,
      pupil_id: id,
      guardian_id: guardians[index] ?? 0,
      relationship: 'mother',
      has_custody: true,
      lives_with_pupil: true,
      emergency_priority: 1,
      position: 1,
      ...stamp,
    })),
  )
}

const fillPupilsWhoLeft = async (tx: SchoolTransaction, scene: Scene) => {
  const { ids, years } = scene
  const last = await takePupilNumbers(tx, LEAVERS.length)
  const stamp = { created_at: foundedAt(years), updated_at: foundedAt(years) }
  const address = { street: 'Am Anger', house_number: '4', ...TOWN }
  const nowhere = { street: null, house_number: null, zip: null, city: null }
  const inserted = await insertWithIds(
    tx,
    'pupil',
    LEAVERS.map((leaver, index) => ({
      school_id: ids.schoolId,
      pupil_number: `FSW-${String(last - LEAVERS.length + 1 + index).padStart(5, '0')}`,
      firstname: leaver.firstname,
      lastname: leaver.lastname,
      gender: leaver.gender,
      birthdate: `${years.startYear - 13}-${leaver.birth}`,
      ...(leaver.fate === 'reduced' ? nowhere : address),
      status: 'left',
      exit_reason: 'school_change',
      date_entry: `${years.startYear - 6}-08-01`,
      date_exit: `${years.startYear - 1}-07-23`,
      reduced_on: leaver.fate === 'reduced' ? `${years.startYear}-07-31` : null,
      ...stamp,
    })),
  )
  return LEAVERS.map((leaver, index) => ({ id: inserted[index] ?? 0, leaver }))
}

const fillEmployeeWhoLeft = async (tx: SchoolTransaction, { ids, years, anchor }: Scene) => {
  const stamp = { created_at: foundedAt(years), updated_at: foundedAt(years) }
  const [id = 0] = await insertWithIds(tx, 'employee', [
    {
      school_id: ids.schoolId,
      salutation: 'ms',
      firstname: 'Ingrid',
      lastname: 'Zaunkönig',
      short_name: 'ZauI',
      employee_type: 'teacher',
      mail: 'ingrid.zaunkoenig@example.org',
      phone: MOBILE,
      date_entry: `${years.startYear - 8}-08-01`,
      date_exit: addMonths(addDays(anchor, EMPLOYEE_DUE_DAYS), -6),
      active: false,
      ...stamp,
    },
  ])
  return id
}

/**
 * People of earlier years at fsw, for the clock, the preview and the proofs: pupils who are reduced, on hold and about to be
 * reduced, and an employee who left half a year ago.
 */
export async function fillLeavers(tx: SchoolTransaction, scene: Scene) {
  const { ids, years, anchor, headId } = scene
  const school_id = ids.schoolId
  const leavers = await fillPupilsWhoLeft(tx, scene)
  const of = (fate: Leaver['fate']) => leavers.filter(({ leaver }) => leaver.fate === fate)
  await fillFamily(tx, [...of('held'), ...of('due')], scene)
  const employee = await fillEmployeeWhoLeft(tx, scene)
  const heldAt = `${addDays(anchor, -30)}T09:00:00.000Z`
  await insertRows(
    tx,
    'retention_hold',
    of('held').map(({ id }) => ({
      school_id,
      pupil_id: id,
      reason: 'Die Familie klärt mit dem Schulamt eine Bescheinigung aus der zweiten Klasse.',
      until: addDays(anchor, HOLD_DAYS),
      created_by: headId,
      created_at: heldAt,
      updated_at: heldAt,
    })),
  )
  const listed_on = addDays(anchor, -NOTICE_BEGAN_DAYS)
  const noted = { school_id, listed_on, created_at: heldAt }
  await insertRows(
    tx,
    'retention_notice',
    of('due').map(({ id }) => ({ ...noted, pupil_id: id, reason: 'contacts' })),
  )
  await insertRows(tx, 'retention_notice', [
    { ...noted, employee_id: employee, reason: 'employee_facts', listed_on: addDays(anchor, EMPLOYEE_DUE_DAYS - 14) },
  ])
  await insertRows(
    tx,
    'erasure',
    of('reduced').map(({ id }) => ({
      school_id,
      subject: 'pupil',
      subject_id: id,
      rule: 'contacts',
      action: 'reduce',
      erased_on: `${years.startYear}-07-31`,
    })),
  )
}
