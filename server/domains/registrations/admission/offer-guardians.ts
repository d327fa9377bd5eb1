import { fullName } from '#contract/person-names.ts'
import type { TransformOptions } from '#contract/registrations.transform.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { isSamePerson, listGuardianCandidates } from '#server/domains/pupils/pupils.admission.queries.ts'
import { listLinkedSiblings } from '#server/domains/waitlists/waitlists.siblings.queries.ts'
import type { Admission } from './admission.ts'

/** Guardians belong to a school: children of a partner school share none with a pupil of this one. */
const siblingIdsOf = async (tx: SchoolTransaction, { id, school_id }: Admission['registration']) => {
  const links = await listLinkedSiblings(tx, [id], school_id)
  return links.flatMap((link) => (link.school_id === school_id ? [link.pupil_id] : []))
}

/** For each contact the guardians on record whom the pupil may share; not who is the other contact (domain §3.3). */
export async function offerGuardians(
  tx: SchoolTransaction,
  { registration, contacts }: Admission,
): Promise<TransformOptions['guardians']> {
  const siblingIds = await siblingIdsOf(tx, registration)
  const offers: TransformOptions['guardians'] = []
  for (const contact of contacts) {
    const others = contacts.filter(({ id }) => id !== contact.id)
    const found = await listGuardianCandidates(tx, { person: contact, siblingIds })
    const candidates = found
      .filter((one) => one.is_same_name || !others.some((other) => isSamePerson(other, one)))
      .map(({ firstname, lastname, ...one }) => ({ ...one, fullname: fullName({ firstname, lastname }) }))
    offers.push({ position: contact.position, fullname: fullName(contact), candidates })
  }
  return offers
}
