import { MESSAGES } from '#contract/formats.ts'
import { isWishOpen } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationIdOf, type TransformForm } from '#contract/registrations/registrations.transform.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { lockFamilies } from '#server/domains/families/families.shared.queries.ts'
import { enterMembership } from '#server/domains/memberships/memberships.shared.ts'
import { movePapersToPupil } from '#server/domains/papers/papers.shared.queries.ts'
import { insertPupil, lockAdmissions, takePupilNumber } from '#server/domains/pupils/pupils.admission.shared.queries.ts'
import { setPupilLink } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import { NO_WISH, wishEnded } from '#server/domains/registrations/decision/end-wish.ts'
import { updateRegistration } from '#server/domains/registrations/registrations.changes.queries.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import {
  type LockedRegistration,
  lockRegistration,
} from '#server/domains/registrations/registrations.shared.queries.ts'
import { refuseRestrictedChild } from '#server/domains/restrictions/restrictions.shared.ts'
import { findGrade } from '#server/domains/schoolgrades/schoolgrades.shared.queries.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import {
  type Admission,
  childOf,
  findDuplicates,
  readAdmission,
  refuseTransform,
  refuseUnansweredWish,
} from './admission.ts'
import { admitFamily } from './admit-family.ts'
import { leaveForSchool, type SchoolChange, takeSchoolChange } from './change-school.ts'
import { offerGuardians } from './offer-guardians.ts'

const previousOf = ({ meta }: Admission, change: SchoolChange | undefined) => ({
  previous_institution: change?.school.name ?? meta.previous_school_name ?? meta.kita_name,
  previous_city: change?.school.city ?? meta.previous_school_city ?? meta.kita_city,
  previous_school_type: meta.previous_school_type,
  previous_grade: change?.record.grade ?? meta.previous_grade,
})

/**
 * Domain §3.3, field by field; motivation, statement, wish for a talk, note and reason of a change stay with the
 * application.
 */
const pupilOf = (admission: Admission, { today, change }: { today: string; change: SchoolChange | undefined }) => {
  const { meta, date_entry } = admission
  return {
    ...change?.record.carried,
    firstname: meta.child_firstname,
    lastname: meta.child_lastname,
    gender: meta.child_gender,
    birthdate: meta.child_birthdate,
    street: meta.child_street,
    house_number: meta.child_house_number,
    zip: meta.child_zip,
    city: meta.child_city,
    mail: meta.child_mail ?? change?.record.pupil.mail ?? null,
    phone: meta.child_phone ?? change?.record.pupil.phone ?? null,
    status: date_entry > today ? 'upcoming' : 'active',
    date_entry,
    ...previousOf(admission, change),
    afterschool_care: meta.afterschool_care,
  }
}

const requireClass = ({ classes }: Admission, schoolclassId: number | null | undefined) => {
  if (schoolclassId && !classes.some(({ id }) => id === schoolclassId)) {
    throw invalid({ schoolclass_id: [MESSAGES.boolean] })
  }
}

/** Reusing a guardian is an offer: only those offered for that contact are accepted, and nobody twice. */
const requireOffered = async (tx: SchoolTransaction, admission: Admission, chosen: TransformForm['guardians']) => {
  const offers = chosen.length > 0 ? await offerGuardians(tx, admission) : []
  const isTwice = new Set(chosen.map(({ guardian_id }) => guardian_id)).size < chosen.length
  for (const [index, { position, guardian_id }] of chosen.entries()) {
    const offered = offers.find((one) => one.position === position)?.candidates ?? []
    if (isTwice || !offered.some((candidate) => candidate.guardian_id === guardian_id)) {
      throw invalid({ [`guardians.${index}.guardian_id`]: [MESSAGES.boolean] })
    }
  }
}

interface Transform {
  form: TransformForm
  acting: Acting
  keys: SecretRing
}

const admit = async (
  tx: SchoolTransaction,
  admission: Admission,
  { form, acting, keys, change }: Transform & { change: SchoolChange | undefined },
) => {
  const { registration, year, date_entry } = admission
  const grade = await findGrade(tx, registration.desired_grade)
  if (!grade) throw invalid({ desired_grade: ['Diese Klassenstufe gibt es an der Schule nicht mehr.'] })
  const own = await getSchool(tx)
  const pupilId = await insertPupil(tx, {
    ...pupilOf(admission, { today: acting.today, change }),
    pupil_number: await takePupilNumber(tx, own.short),
  })
  await enterMembership(tx, {
    pupil_id: pupilId,
    school_year_id: year.id,
    schoolgrade_id: grade.id,
    schoolclass_id: form.schoolclass_id ?? null,
    date_start: date_entry,
    reason: 'entry',
    created_by: acting.viewer.user_id,
  })
  await admitFamily(tx, admission, { pupilId, chosen: form.guardians, record: change?.record })
  await setPupilLink(tx, keys, pupilId)
  if (change) await leaveForSchool(tx, change, { own, acting })
  return pupilId
}

type Answer = { linked: number } | { change: SchoolChange | undefined }

/**
 * The form's answer to the results of the duplicate check: the pupil that the application already is, or the one at a
 * partner school who comes here. 409 while an exact match has no answer, 422 for a pupil who was not offered.
 */
const answerDuplicates = async (
  tx: SchoolTransaction,
  admission: Admission,
  { form, acting }: Transform,
): Promise<Answer> => {
  const { link_pupil_id: linked, change_from: chosen } = form
  const { exact, likely, ownIds } = await findDuplicates(tx, admission.registration, acting.viewer)
  if (linked) {
    if (!ownIds.includes(linked)) throw invalid({ link_pupil_id: [MESSAGES.boolean] })
    return { linked }
  }
  await refuseRestrictedChild(tx, childOf(admission.registration))
  const isChosen = ({ id }: { id: number }) => id === chosen?.pupil_id
  if (exact.some((hit) => !isChosen(hit)) && !form.force) {
    throw conflict(REGISTRATION_TEXTS.duplicates, { duplicates: exact })
  }
  if (!chosen) return { change: undefined }
  const isHit = [...exact, ...likely].some(isChosen)
  const change = isHit ? await takeSchoolChange(tx, admission, { chosen, ...acting }) : undefined
  if (!change) throw invalid({ 'change_from.pupil_id': [MESSAGES.boolean] })
  return { change }
}

/** Stores in the application which pupil it became; this ends a wish to withdraw it. */
async function endApplication(
  tx: SchoolTransaction,
  registration: LockedRegistration,
  { pupil_id, acting }: { pupil_id: number; acting: Acting },
) {
  const hasWish = isWishOpen(registration)
  await nameAction(tx, 'registration', 'registration_transformed')
  await updateRegistration(tx, registration.id, {
    pupil_id,
    transformed_at: acting.now.toISOString(),
    transformed_by: acting.viewer.user_id,
    ...(hasWish && NO_WISH),
  })
  if (hasWish) await insertEvents(tx, acting, [wishEnded(registration, 'takenOver')])
}

/**
 * Turns an accepted application into a pupil with class, guardians and parents' link, all or nothing (domain §3.3).
 * With `link_pupil_id` the application only refers to that pupil, who does not change; with `change_from` the pupil of
 * the partner school leaves it for this one.
 */
export async function transformToPupil(tx: SchoolTransaction, transform: Transform) {
  const { form, acting } = transform
  const registration = await lockRegistration(tx, registrationIdOf(form))
  if (!registration) throw notFound()
  refuseTransform(registration)
  refuseUnansweredWish(registration, form)
  await lockAdmissions(tx)
  if (form.guardians.length > 0) await lockFamilies(tx)
  const admission = await readAdmission(tx, registration)
  requireClass(admission, form.schoolclass_id)
  await requireOffered(tx, admission, form.guardians)
  const answer = await answerDuplicates(tx, admission, transform)
  const pupil_id = 'linked' in answer ? answer.linked : await admit(tx, admission, { ...transform, ...answer })
  await endApplication(tx, registration, { pupil_id, acting })
  await movePapersToPupil(tx, registration.id, pupil_id)
  if ('linked' in answer || !answer.change) return { pupil_id }
  const { school, date_exit } = answer.change
  return { pupil_id, school_change: { school_short: school.short, date_exit } }
}
