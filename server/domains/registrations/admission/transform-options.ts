import { fullName } from '#contract/person-names.ts'
import { isDecisionKnown } from '#contract/registrations/registrations.place.ts'
import type { TransformOptions } from '#contract/registrations/registrations.transform.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { findLastInformed } from '#server/domains/registrations/mails/registrations.informed.queries.ts'
import { flagRepeated } from '#server/domains/registrations/registrations.duplicates.queries.ts'
import { findRegistration } from '#server/domains/registrations/registrations.shared.queries.ts'
import { countStaying } from '#server/domains/schoolclasses/schoolclasses.staying.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { type Admission, findDuplicates, readAdmission, refuseTransform } from './admission.ts'
import { listSchoolChanges } from './change-school.ts'
import { listAdmissionSiblings, offerGuardians } from './offer-guardians.ts'

/** Open points, which warn and never block (domain §3.3). */
const openPoints = async (tx: SchoolTransaction, admission: Admission, canChangeSchool: boolean) => {
  const { registration, meta, contacts, classes, custodyProofSeenOn } = admission
  const isReachable = contacts.some(({ mail_verified_at }) => mail_verified_at !== null)
  const told = await findLastInformed(tx, registration.id)
  const isOpen: Record<TransformOptions['open_points'][number], boolean> = {
    place_not_confirmed: registration.place_confirmed_at === null,
    family_not_told: isReachable && !isDecisionKnown({ ...registration, told_at: told?.at ?? null }),
    mail_not_verified: !isReachable,
    agreement_missing: contacts.some(({ agreement }) => agreement === 'open'),
    agreement_declined: contacts.some(({ agreement }) => agreement === 'declined'),
    custody_unproven: meta.custody !== 'joint' && custodyProofSeenOn === null,
    applied_twice: (await flagRepeated(tx, [registration])).has(registration.id),
    exit_elsewhere: meta.own_school === true && !canChangeSchool,
    no_class: classes.length === 0,
  }
  return (Object.keys(isOpen) as (keyof typeof isOpen)[]).filter((point) => isOpen[point])
}

/**
 * The parents who wish to withdraw the application although it is accepted; a withdrawn or transformed one was refused
 * before.
 */
const wishOf = ({ registration, contacts }: Admission): TransformOptions['wish'] => {
  const { withdraw_requested_at: at, withdraw_requested_position, withdraw_reason: reason } = registration
  if (at === null) return null
  const person = contacts.find(({ position }) => position === withdraw_requested_position)
  return { fullname: person ? fullName(person) : null, at, reason }
}

/** Everything that the dialog "Als SuS übernehmen" offers; refused like the step itself. */
export async function getTransformOptions(
  tx: SchoolTransaction,
  id: number,
  { viewer, today }: { viewer: SchoolViewer; today: string },
): Promise<TransformOptions> {
  const registration = await findRegistration(tx, id)
  if (!registration) throw notFound()
  refuseTransform(registration)
  const admission = await readAdmission(tx, registration)
  const { exact, likely } = await findDuplicates(tx, registration, viewer)
  const school_changes = await listSchoolChanges(tx, admission, { hits: [...exact, ...likely], viewer, today })
  const staying = await countStaying(tx, { ...admission, today })
  return {
    school_year: { id: admission.year.id, name: admission.year.name },
    grade: registration.desired_grade,
    date_entry: admission.date_entry,
    classes: admission.classes.map(({ id: classId, classgradePlain, capacity, pupil_count }) => ({
      id: classId,
      classgradePlain,
      capacity,
      pupil_count,
      staying_count: staying ? (staying.get(classId) ?? 0) : null,
    })),
    duplicates: { exact, likely },
    school_changes,
    guardians: await offerGuardians(tx, admission),
    siblings: await listAdmissionSiblings(tx, admission, { viewer, today }),
    open_points: await openPoints(tx, admission, school_changes.length > 0),
    wish: wishOf(admission),
  }
}
