import type { ClassContact } from '#contract/schoolclasses/schoolclasses.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { listConsentStates } from '#server/domains/sensitive/consents.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { listGuardiansOf, listOthersOf, listOwnMails } from './class-contacts.queries.ts'
import { selectClassPupils } from './schoolclasses.details.queries.ts'
import { findClassScope } from './schoolclasses.shared.queries.ts'

/**
 * The contact people of each pupil in a class, without addresses: for 'manage pupil', and for teachers of this very
 * class (domain §1.0, class C); for others the list does not exist. An admin's read is logged.
 */
export async function readClassContacts(tx: SchoolTransaction, id: number, reader: Reader): Promise<ClassContact[]> {
  const { viewer } = reader
  const scope = await findClassScope(tx, id, reader)
  if (!scope || !(viewer.permissions.includes('manage pupil') || scope.is_attached)) throw notFound()
  const pupils = await selectClassPupils(tx, scope, reader).select(['p.id', 'p.birthdate']).execute()
  const ids = pupils.map((pupil) => pupil.id)
  const guardiansOf = await listGuardiansOf(tx, ids, reader.today)
  const othersOf = await listOthersOf(tx, ids, reader.today)
  const consents = await listConsentStates(tx, pupils, { purposes: ['phone_list'], today: reader.today })
  const ownMails = await listOwnMails(tx, ids, reader.today)
  if (viewer.role === 'admin')
    await logEvent(tx, { action: 'class_contacts_viewed', entityType: 'schoolclass', entityId: id })
  await logView(tx, { kind: 'contacts', subject: 'pupil', ids })
  return pupils.map((pupil) => ({
    pupil_id: pupil.id,
    guardians: guardiansOf(pupil.id),
    others: othersOf(pupil.id),
    own_mail: ownMails.get(pupil.id) ?? null,
    shares_phone: consents.get(pupil.id)?.phone_list === 'granted',
  }))
}
