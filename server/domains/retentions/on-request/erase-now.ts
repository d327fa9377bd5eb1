import { type ErasureGround, requestRule } from '#contract/retentions/retentions.on-request.ts'
import { logEvent, nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { setClock } from '#server/db/set-clock.ts'
import type { Acting, Reader } from '#server/db/viewer.ts'
import { lockFamilies } from '#server/domains/families/families.shared.queries.ts'
import { forgetUnknownNamed } from '#server/domains/privacyrequests/privacyrequests.shared.queries.ts'
import { lockWaitLists } from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'
import { eraseApplications } from '#server/domains/retentions/erase-applications.ts'
import { deleteErased, insertErasures, type NewErasure } from '#server/domains/retentions/erasures.queries.ts'
import { forgetStoredTexts } from '#server/domains/retentions/forget-stored-texts.ts'
import { erasePeople } from '#server/domains/retentions/people/erase-people.ts'
import { lockPeople } from '#server/domains/retentions/people/retained-people.queries.ts'
import { lockRegistrations } from '#server/domains/retentions/retentions.queries.ts'
import { deleteMails, deleteStoredReplies, listTraces } from '#server/domains/retentions/traces.queries.ts'
import { eraseAccounts } from '#server/domains/users/users.erasure.shared.queries.ts'
import { lockErasableAccount } from '#server/domains/users/users.erasure.shared.ts'
import { findErasableName, listApplications } from './erasable-records.queries.ts'
import { eraseGuardians } from './erase-guardians.ts'
import type { ErasureChoice } from './proposals.queries.ts'

/** The tables of the records, as the log names them. */
const TABLES = {
  registration: 'registration',
  pupil: 'pupil',
  guardian: 'guardian',
  contact_person: 'pupil_contact_person',
  employee: 'employee',
  user: 'user',
} as const

/** Locks the record, in the order of the nightly run, so that what is checked afterwards stays true. */
export async function lockErasable(tx: SchoolTransaction, { subject, id }: ErasureChoice, { viewer }: Reader) {
  if (subject === 'user') {
    await lockErasableAccount(tx, { viewer, id })
    return
  }
  if (subject === 'registration' || subject === 'pupil') {
    const wanted = subject === 'pupil' ? { pupilId: id } : { ids: [id] }
    await lockWaitLists(tx, await listApplications(tx, wanted))
    await lockRegistrations(
      tx,
      (await listApplications(tx, wanted)).map((one) => one.id),
    )
  }
  // Families before pupils, as the pages of a family lock them.
  if (subject === 'pupil' || subject === 'guardian' || subject === 'contact_person') await lockFamilies(tx)
  if (subject === 'pupil' || subject === 'employee') await lockPeople(tx, subject, [id])
}

interface Erasing {
  id: number
  rule: string
  today: string
}

const one = (subject: NewErasure['subject'], { id, rule, today }: Erasing): NewErasure => ({
  subject,
  subject_id: id,
  rule,
  action: 'delete',
  erased_on: today,
})

async function eraseChosenApplications(
  tx: SchoolTransaction,
  wanted: { ids?: readonly number[]; pupilId?: number },
  erasing: Erasing,
): Promise<NewErasure[]> {
  const applications = await listApplications(tx, wanted)
  const ids = applications.map(({ id }) => id)
  await deleteMails(tx, { registrations: ids })
  await eraseApplications(tx, applications)
  return ids.map((id) => one('registration', { ...erasing, id }))
}

const eraseRows = async (tx: SchoolTransaction, choice: ErasureChoice, erasing: Erasing): Promise<NewErasure[]> => {
  const { subject, id } = choice
  const { rule, today } = erasing
  const erasePerson = (person: 'pupil' | 'employee') =>
    erasePeople(tx, { subject: person, action: 'delete', records: [{ id, rule }], today })
  switch (subject) {
    case 'pupil':
      return [...(await eraseChosenApplications(tx, { pupilId: id }, erasing)), ...(await erasePerson('pupil'))]
    case 'employee':
      return erasePerson('employee')
    case 'registration':
      return eraseChosenApplications(tx, { ids: [id] }, erasing)
    case 'guardian':
      await eraseGuardians(tx, [id])
      return [one('guardian', erasing)]
    case 'contact_person': {
      const traces = await listTraces(tx, 'pupil_contact_person', [id])
      await deleteErased(tx, 'pupil_contact_person', [id])
      await forgetStoredTexts(tx, traces)
      return [one('contact_person', erasing)]
    }
    case 'user':
      await eraseAccounts(tx, [id])
      return [one('user', erasing)]
  }
}

const idsOf = (erasures: readonly NewErasure[], subject: NewErasure['subject']) =>
  erasures.filter((erased) => erased.subject === subject).map(({ subject_id }) => subject_id)

/**
 * Erases a record and all that belongs to it, whatever its day (Art. 17): the steps of the nightly run, and besides
 * them the log of mails and the stored replies. The caller has locked the record and found no refusal.
 */
export async function eraseNow(
  tx: SchoolTransaction,
  { ground, ...choice }: ErasureChoice & { ground: ErasureGround },
  { today, now }: Pick<Acting, 'today' | 'now'>,
) {
  const { subject, id } = choice
  await setClock(tx, now)
  if (subject === 'user') await logEvent(tx, { action: 'erased_on_request', entityType: 'user', entityId: id })
  else await nameAction(tx, TABLES[subject], 'erased_on_request')
  const name = await findErasableName(tx, choice)
  const erasures = await eraseRows(tx, choice, { id, rule: requestRule(ground), today })
  await deleteMails(tx, { pupils: idsOf(erasures, 'pupil'), guardians: idsOf(erasures, 'guardian') })
  if (name) await forgetUnknownNamed(tx, [name], today)
  await insertErasures(tx, erasures)
  await deleteStoredReplies(tx)
}
