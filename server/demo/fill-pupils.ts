import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { sealPupilLink } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { insertPupilLinks, insertRows, insertWithIds } from './demo-rows.queries.ts'
import { type Enrolment, officeHour } from './enrolments.ts'
import type { Guardian } from './family-maker.ts'
import type { SchoolIds } from './fill-school.ts'
import { contactPersonsOf, recordDetails } from './record-details.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Scene {
  ids: SchoolIds
  anchor: string
  random: SeededRandom
  keys: SecretRing
  /** The user who enters and changes pupils. */
  headId: number
  /** First year of the active school year. */
  startYear: number
}

const toPupil = (enrolment: Enrolment, pupil_number: string, schoolId: number) => {
  const { child, stays: _stays, short: _short, registration: _registration, verified: _verified, ...facts } = enrolment
  return {
    school_id: schoolId,
    pupil_number,
    firstname: child.firstname,
    lastname: child.family.lastname,
    lastname_prefix: child.family.lastname_prefix,
    gender: child.gender,
    birthdate: child.birthdate,
    ...child.family.address,
    ...facts,
    previous_city: child.family.address.city,
    updated_at: enrolment.created_at,
  }
}

const fillMemberships = (tx: SchoolTransaction, enrolled: readonly Enrolled[], scene: Scene) => {
  const { ids, headId } = scene
  const rows = enrolled.flatMap(({ id, enrolment }) =>
    enrolment.stays.map((stay) => {
      const created_at = stay.reason === 'entry' ? enrolment.created_at : officeHour(stay.date_start, scene)
      return {
        school_id: ids.schoolId,
        pupil_id: id,
        school_year_id: ids.years[stay.year],
        schoolgrade_id: ids.grade(stay.grade),
        schoolclass_id: ids.klass(stay.year, stay.klass),
        date_start: stay.date_start,
        date_end: stay.date_end,
        reason: stay.reason,
        created_by: headId,
        created_at,
        updated_at: created_at,
      }
    }),
  )
  return insertRows(tx, 'pupil_schoolclass', rows)
}

interface Enrolled {
  id: number
  enrolment: Enrolment
}

/** Brothers and sisters share the rows of their guardians. */
const fillGuardians = async (tx: SchoolTransaction, enrolled: readonly Enrolled[], { ids }: Scene) => {
  const school_id = ids.schoolId
  const first = new Map<Guardian, Enrolment>()
  for (const { enrolment } of enrolled) {
    for (const guardian of enrolment.child.family.guardians) {
      if (!first.has(guardian)) first.set(guardian, enrolment)
    }
  }
  const rows = [...first].map(([guardian, { child, created_at, verified }]) => ({
    school_id,
    salutation: guardian.salutation,
    title: guardian.title,
    firstname: guardian.firstname,
    lastname: guardian.lastname,
    street: guardian.address?.street ?? null,
    house_number: guardian.address?.house_number ?? null,
    zip: guardian.address?.zip ?? null,
    city: guardian.address?.city ?? null,
    phone_home: guardian.phone_home,
    phone_mobile: guardian.phone_mobile,
    mail: guardian.mail,
    // Families of earlier years confirmed their addresses at the time of their application.
    mail_origin: verified ? 'application' : 'school',
    mail_verified_at: verified ? (verified.get(guardian) ?? null) : guardian.mail && created_at,
    interpreter_language: child.family.talk_language,
    created_at,
    updated_at: created_at,
  }))
  const inserted = await insertWithIds(tx, 'guardian', rows)
  const idOf = new Map([...first.keys()].map((guardian, index) => [guardian, inserted[index] ?? 0]))
  await insertRows(
    tx,
    'pupil_guardian',
    enrolled.flatMap(({ id, enrolment: { child, created_at } }) =>
      child.family.guardians.map((guardian, index) => ({
        school_id,
        pupil_id: id,
        guardian_id: idOf.get(guardian) ?? 0,
        relationship: guardian.relationship,
        has_custody: guardian.has_custody,
        lives_with_pupil: guardian.address === null,
        receives_letters: guardian.has_custody,
        receives_sicknote_mail: guardian.has_custody && guardian.mail !== null,
        emergency_priority: index + 1,
        may_pickup: true,
        custody_proof_seen_at: child.family.custody === 'sole' && index === 0 ? created_at.slice(0, 10) : null,
        custody_proof_kind: child.family.custody === 'sole' && index === 0 ? 'negative_certificate' : null,
        position: index + 1,
        created_at,
        updated_at: created_at,
      })),
    ),
  )
}

const fillLinks = (tx: SchoolTransaction, enrolled: readonly Enrolled[], { ids, random, keys }: Scene) =>
  insertPupilLinks(
    tx,
    enrolled.map(({ id }) => ({
      pupilId: id,
      ...sealPupilLink(keys, { school_id: ids.schoolId, pupil_id: id }, random.uuid()),
    })),
  )

const fillContactPersons = (tx: SchoolTransaction, enrolled: readonly Enrolled[], { ids, random }: Scene) => {
  const people = random.stream('contact persons')
  const rows = enrolled.flatMap(({ id, enrolment }) =>
    contactPersonsOf(enrolment, people).map((person) => ({ school_id: ids.schoolId, pupil_id: id, ...person })),
  )
  return insertRows(tx, 'pupil_contact_person', rows)
}

/** Writes pupils with numbers, classes, guardians and parents' links; returns their ids in the given order. */
export async function fillPupils(tx: SchoolTransaction, enrolments: readonly Enrolment[], scene: Scene) {
  const { schoolId } = scene.ids
  const details = { ...scene, random: scene.random.stream('records') }
  const rows = enrolments.map((enrolment, index) => ({
    ...toPupil(enrolment, `${enrolment.short.toUpperCase()}-${String(index + 1).padStart(5, '0')}`, schoolId),
    ...recordDetails(enrolment, details),
  }))
  const pupilIds = await insertWithIds(tx, 'pupil', rows)
  const enrolled = enrolments.map((enrolment, index): Enrolled => ({ id: pupilIds[index] ?? 0, enrolment }))
  await fillMemberships(tx, enrolled, scene)
  await fillGuardians(tx, enrolled, scene)
  await fillContactPersons(tx, enrolled, scene)
  await fillLinks(tx, enrolled, scene)
  await insertRows(tx, 'number_sequence', [{ school_id: schoolId, name: 'pupil', last_number: enrolments.length }])
  return pupilIds
}
