import { fullName } from '#contract/person-names.ts'
import type { AdmissionSibling, TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { type SchoolTransaction, withSchools } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { isSamePerson, listGuardianCandidates } from '#server/domains/pupils/pupils.admission.shared.queries.ts'
import {
  listLinkedSiblings,
  listSiblingPupils,
  listSiblingSchools,
} from '#server/domains/registrations/registrations.siblings.shared.queries.ts'
import type { Admission } from './admission.ts'
import { differencesOf } from './guardian-differences.ts'

/** Guardians belong to one school: a child at a partner school shares none with a pupil of this one. */
const siblingIdsOf = async (tx: SchoolTransaction, { id, school_id }: Admission['registration']) => {
  const links = await listLinkedSiblings(tx, [id], school_id)
  return links.flatMap((link) => (link.school_id === school_id ? [link.pupil_id] : []))
}

/**
 * For each contact, the guardians on record that the pupil may share, without those of the other contact (domain §3.3).
 */
export async function offerGuardians(
  tx: SchoolTransaction,
  admission: Admission,
): Promise<TransformOptions['guardians']> {
  const { registration, contacts } = admission
  const siblingIds = await siblingIdsOf(tx, registration)
  const offers: TransformOptions['guardians'] = []
  for (const contact of contacts) {
    const others = contacts.filter(({ id }) => id !== contact.id)
    const found = await listGuardianCandidates(tx, { person: contact, siblingIds })
    const candidates = found
      .filter((one) => one.is_same_name || !others.some((other) => isSamePerson(other, one.guardian)))
      .map(({ guardian, ...one }) => ({
        ...one,
        guardian_id: guardian.id,
        fullname: fullName(guardian),
        mail: guardian.mail,
        differences: differencesOf(contact, guardian, admission),
      }))
    offers.push({ position: contact.position, fullname: fullName(contact), candidates })
  }
  return offers
}

/** The verified siblings, also of partner schools: their names appear only for viewers who work there (ADR 0027). */
export async function listAdmissionSiblings(
  tx: SchoolTransaction,
  { registration: { id, school_id } }: Admission,
  reading: Reader,
): Promise<AdmissionSibling[]> {
  const links = await listLinkedSiblings(tx, [id], school_id)
  if (links.length === 0) return []
  const schools = await listSiblingSchools(tx, reading.viewer)
  const reachable = schools.filter(
    (school) => school.is_reachable && links.some((link) => link.school_id === school.id),
  )
  const found = await withSchools(
    tx,
    { own: school_id, schoolIds: reachable.map((one) => one.id) },
    (inside, schoolId) => {
      const ids = links.filter((link) => link.school_id === schoolId).map(({ pupil_id }) => pupil_id)
      return listSiblingPupils(inside, ids, reading)
    },
  )
  const pupils = found.flat()
  return links.map(({ school_id: schoolId, pupil_id }) => {
    const school_short = schools.find((school) => school.id === schoolId)?.short ?? ''
    const pupil = pupils.find((one) => one.pupil_id === pupil_id && one.school_short === school_short)
    const name = pupil
      ? [fullName(pupil), pupil.schoolclass && `(${pupil.schoolclass})`].filter(Boolean).join(' ')
      : null
    return { pupil_id: pupil?.pupil_id ?? null, school_short, is_own: schoolId === school_id, name }
  })
}
