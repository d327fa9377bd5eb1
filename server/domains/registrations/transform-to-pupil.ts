import { MESSAGES } from '#contract/formats.ts'
import { phoneE164 } from '#contract/phone.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations.texts.ts'
import { registrationIdOf, type TransformForm } from '#contract/registrations.transform.ts'
import { nameAction, type SchoolTransaction } from '#server/db/in-school.ts'
import { insertGuardian, insertRelation } from '#server/domains/families/families.queries.ts'
import { setPupilLink } from '#server/domains/pupils/pupil-link.queries.ts'
import {
  insertMembership,
  insertPupil,
  listGuardianCandidates,
  lockAdmissions,
  takePupilNumber,
} from '#server/domains/pupils/pupils.admission.queries.ts'
import { findGrade } from '#server/domains/schoolgrades/schoolgrades.queries.ts'
import { getSchool } from '#server/domains/schools/schools.queries.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { type Admission, findDuplicates, readAdmission, refuseTransform } from './admission.ts'
import type { Acting } from './change-status.ts'
import { lockRegistration, updateRegistration } from './registrations.changes.queries.ts'

/** Domain §3.3, field by field; motivation, statement, talk wish, note and reason of change stay with the application. */
const pupilOf = ({ meta, date_entry, registration }: Admission, today: string) => ({
  school_id: registration.school_id,
  firstname: meta.child_firstname,
  lastname: meta.child_lastname,
  gender: meta.child_gender,
  birthdate: meta.child_birthdate,
  street: meta.child_street,
  house_number: meta.child_house_number,
  zip: meta.child_zip,
  city: meta.child_city,
  mail: meta.child_mail,
  phone: meta.child_phone,
  status: date_entry > today ? 'upcoming' : 'active',
  date_entry,
  previous_institution: meta.previous_school_name ?? meta.kita_name,
  previous_city: meta.previous_school_city ?? meta.kita_city,
  previous_school_type: meta.previous_school_type,
  previous_grade: meta.previous_grade,
  afterschool_care: meta.afterschool_care,
})

type Contact = Admission['contacts'][number]

const isMobile = (phone: string) => /^\+491[567]/.test(phoneE164(phone) ?? '')

const guardianOf = (contact: Contact) => ({
  school_id: contact.school_id,
  firstname: contact.firstname,
  lastname: contact.lastname,
  street: contact.street,
  house_number: contact.house_number,
  zip: contact.zip,
  city: contact.city,
  mail: contact.mail,
  mail_verified_at: contact.mail_verified_at,
  mail_origin: 'application',
  ...(contact.phone !== null && { [isMobile(contact.phone) ? 'phone_mobile' : 'phone_home']: contact.phone }),
})

/** Nobody to call, write to or hand a child to: the family could only name this person. */
const isUnreachable = ({ mail, phone }: Contact) => mail === null && phone === null

const pivotOf = (contact: Contact) => ({
  school_id: contact.school_id,
  relationship: contact.relationship,
  has_custody: contact.has_custody,
  lives_with_pupil: contact.same_address,
  receives_sicknote_mail: contact.mail_verified_at !== null,
  emergency_priority: isUnreachable(contact) ? null : contact.position,
  receives_letters: !isUnreachable(contact),
  may_pickup: !isUnreachable(contact),
  position: contact.position,
})

const requireClass = ({ classes }: Admission, schoolclassId: number | null | undefined) => {
  if (schoolclassId && !classes.some(({ id }) => id === schoolclassId)) {
    throw invalid({ schoolclass_id: [MESSAGES.boolean] })
  }
}

/** Reusing a guardian is offered, not forced: only who was offered for that contact, and nobody twice. */
const requireOffered = async (tx: SchoolTransaction, { contacts }: Admission, chosen: TransformForm['guardians']) => {
  const isTwice = new Set(chosen.map(({ guardian_id }) => guardian_id)).size < chosen.length
  for (const [index, { position, guardian_id }] of chosen.entries()) {
    const contact = contacts.find((one) => one.position === position)
    const offered = contact ? await listGuardianCandidates(tx, contact) : []
    if (isTwice || !offered.some((candidate) => candidate.guardian_id === guardian_id)) {
      throw invalid({ [`guardians.${index}.guardian_id`]: [MESSAGES.boolean] })
    }
  }
}

const insertGuardians = async (
  tx: SchoolTransaction,
  { contacts }: Admission,
  { pupilId, chosen }: { pupilId: number; chosen: TransformForm['guardians'] },
) => {
  for (const contact of contacts) {
    const reused = chosen.find(({ position }) => position === contact.position)
    const guardian_id = reused?.guardian_id ?? (await insertGuardian(tx, guardianOf(contact)))
    await insertRelation(tx, { ...pivotOf(contact), pupil_id: pupilId, guardian_id })
  }
}

interface Transform {
  form: TransformForm
  acting: Acting
  keys: SecretRing
}

const admit = async (tx: SchoolTransaction, admission: Admission, { form, acting, keys }: Transform) => {
  const { registration, year, date_entry } = admission
  const grade = await findGrade(tx, registration.desired_grade)
  if (!grade) throw invalid({ desired_grade: ['Diese Klassenstufe gibt es an der Schule nicht mehr.'] })
  const { short } = await getSchool(tx, registration.school_id)
  const pupilId = await insertPupil(tx, {
    ...pupilOf(admission, acting.today),
    pupil_number: await takePupilNumber(tx, short),
  })
  await insertMembership(tx, {
    school_id: registration.school_id,
    pupil_id: pupilId,
    school_year_id: year.id,
    schoolgrade_id: grade.id,
    schoolclass_id: form.schoolclass_id ?? null,
    date_start: date_entry,
    reason: 'entry',
    created_by: acting.viewer.user_id,
  })
  await insertGuardians(tx, admission, { pupilId, chosen: form.guardians })
  await setPupilLink(tx, keys, pupilId)
  return pupilId
}

/** The pupil the application already is, as the form says; 409 while a duplicate is unanswered, 422 for one not offered. */
const answerDuplicates = async (tx: SchoolTransaction, { registration }: Admission, { form, acting }: Transform) => {
  const { exact, ownIds } = await findDuplicates(tx, registration, acting.viewer)
  const linked = form.link_pupil_id ?? undefined
  if (linked !== undefined && !ownIds.includes(linked)) throw invalid({ link_pupil_id: [MESSAGES.boolean] })
  if (linked === undefined && exact.length > 0 && !form.force) {
    throw conflict(REGISTRATION_TEXTS.duplicates, { duplicates: exact })
  }
  return linked
}

/**
 * Makes an accepted application a pupil with class, guardians and parents' link, all or nothing (domain §3.3). With
 * `link_pupil_id` the application is only noted at that pupil, who stays as they are.
 */
export async function transformToPupil(tx: SchoolTransaction, transform: Transform) {
  const { form, acting } = transform
  const registration = await lockRegistration(tx, registrationIdOf(form))
  if (!registration) throw notFound()
  refuseTransform(registration)
  await lockAdmissions(tx)
  const admission = await readAdmission(tx, registration)
  requireClass(admission, form.schoolclass_id)
  await requireOffered(tx, admission, form.guardians)
  const linked = await answerDuplicates(tx, admission, transform)
  const pupil_id = linked ?? (await admit(tx, admission, transform))
  await nameAction(tx, 'registration', 'registration_transformed')
  await updateRegistration(tx, registration.id, {
    pupil_id,
    transformed_at: acting.now.toISOString(),
    transformed_by: acting.viewer.user_id,
  })
  return { pupil_id }
}
