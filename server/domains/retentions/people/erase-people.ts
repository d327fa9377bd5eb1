import type { RetentionAction } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { eraseAbsenceCounts } from '#server/domains/absences/absences.erasure.shared.queries.ts'
import { eraseChecksOf } from '#server/domains/datachecks/datachecks.erasure.shared.queries.ts'
import { deleteEmployees, reduceEmployees } from '#server/domains/employees/employees.erasure.shared.queries.ts'
import { lockBinnedEmployees } from '#server/domains/employees/employees.shared.queries.ts'
import { eraseFamilies, eraseOldGuardians } from '#server/domains/families/families.erasure.shared.queries.ts'
import { lockFamilies } from '#server/domains/families/families.shared.queries.ts'
import { erasePhotoPrints } from '#server/domains/photolists/photolists.erasure.shared.queries.ts'
import { deleteImportRowsOf } from '#server/domains/pupilimports/pupilimports.shared.queries.ts'
import {
  countErasedPupils,
  deletePupilRows,
  reducePupilRows,
} from '#server/domains/pupils/pupils.erasure.shared.queries.ts'
import { lockBinnedPupils } from '#server/domains/pupils/pupils.shared.queries.ts'
import type { NewErasure } from '#server/domains/retentions/erasures.queries.ts'
import { forgetStoredTexts } from '#server/domains/retentions/forget-stored-texts.ts'
import { joinTraces, listTraces } from '#server/domains/retentions/traces.queries.ts'
import { eraseConfidential } from '#server/domains/sensitive/sensitive.erasure.shared.queries.ts'
import type { PersonSubject } from './retained-people.queries.ts'

export interface Erasing {
  subject: PersonSubject
  action: Extract<RetentionAction, 'reduce' | 'delete'>
  /** The records and the reason why each of them is erased. */
  records: readonly { id: number; rule: string }[]
  /** The day in Berlin. */
  today: string
}

const familyErasures = (
  { guardians, contactPersons }: Awaited<ReturnType<typeof eraseFamilies>>,
  { rule, erased_on }: { rule: string; erased_on: string },
): NewErasure[] => {
  const shared = { rule, action: 'delete', erased_on } as const
  return [
    ...guardians.map((subject_id): NewErasure => ({ ...shared, subject: 'guardian', subject_id })),
    ...contactPersons.map((subject_id): NewErasure => ({ ...shared, subject: 'contact_person', subject_id })),
  ]
}

/** Families first, because a guardian goes with the last child. */
async function erasePupils(tx: SchoolTransaction, { action, records, today }: Erasing): Promise<NewErasure[]> {
  const ids = records.map(({ id }) => id)
  const own = await listTraces(tx, 'pupil', ids)
  await lockFamilies(tx)
  const families = await eraseFamilies(tx, ids)
  await eraseConfidential(tx, ids)
  await deleteImportRowsOf(tx, ids)
  await erasePhotoPrints(tx, ids)
  await eraseChecksOf(tx, ids)
  if (action === 'reduce') {
    await eraseAbsenceCounts(tx, ids)
    await reducePupilRows(tx, ids, today)
  } else {
    await countErasedPupils(tx, ids)
    await deletePupilRows(tx, ids)
  }
  // The name of a reduced pupil stays and is found, so a search for it stays as well.
  await forgetStoredTexts(tx, joinTraces(own, families.traces))
  return familyErasures(families, { rule: records[0]?.rule ?? '', erased_on: today })
}

async function eraseEmployees(tx: SchoolTransaction, { action, records, today }: Erasing): Promise<NewErasure[]> {
  const ids = records.map(({ id }) => id)
  if (action === 'reduce') await reduceEmployees(tx, ids, today)
  else {
    const traces = await listTraces(tx, 'employee', ids)
    await deleteEmployees(tx, ids)
    await forgetStoredTexts(tx, traces)
  }
  return []
}

/** Erases for good, without a line of the journal, who was in the bin until now: a restored backup has them in its bin. */
export async function eraseBinnedPeople(tx: SchoolTransaction, before: string) {
  const employees = await lockBinnedEmployees(tx, before)
  const staff = await listTraces(tx, 'employee', employees)
  await deleteEmployees(tx, employees)
  await lockFamilies(tx)
  const pupils = await lockBinnedPupils(tx, before)
  const children = await listTraces(tx, 'pupil', pupils)
  const families = await eraseFamilies(tx, pupils)
  await deletePupilRows(tx, pupils)
  const guardians = await eraseOldGuardians(tx, before)
  await forgetStoredTexts(tx, joinTraces(staff, children, families.traces, guardians))
}

/** Erases people; answers what was erased with them, for the journal. */
export async function erasePeople(tx: SchoolTransaction, erasing: Erasing): Promise<NewErasure[]> {
  const { subject, action, records, today } = erasing
  if (records.length === 0) return []
  const others = await (subject === 'pupil' ? erasePupils(tx, erasing) : eraseEmployees(tx, erasing))
  return [
    ...others,
    ...records.map(({ id, rule }): NewErasure => ({ subject, subject_id: id, rule, action, erased_on: today })),
  ]
}
