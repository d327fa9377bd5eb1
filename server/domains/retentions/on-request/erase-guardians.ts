import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { forgetRequestersNamed } from '#server/domains/privacyrequests/privacyrequests.shared.queries.ts'
import { deleteImportRowsOf } from '#server/domains/pupilimports/pupilimports.shared.queries.ts'
import { deleteContact } from '#server/domains/registrations/registrations.deletion.shared.queries.ts'
import { deleteErased } from '#server/domains/retentions/erasures.queries.ts'
import { forgetStoredTexts } from '#server/domains/retentions/forget-stored-texts.ts'
import { deleteMails, listTraces } from '#server/domains/retentions/traces.queries.ts'
import { clearReportersLike, listChildrenOf, listContactsOf } from './erase-guardians.queries.ts'

/**
 * Erases guardians whose children stay, and everything that names them elsewhere: as contacts of the applications of these
 * children, as who reported an absence, in rows of imports, as who asked, in mails and in stored views.
 */
export async function eraseGuardians(tx: SchoolTransaction, ids: readonly number[]) {
  if (ids.length === 0) return
  const traces = await listTraces(tx, 'guardian', ids)
  const contacts = await listContactsOf(tx, ids)
  await deleteMails(tx, { guardians: ids, contacts })
  for (const id of contacts) await deleteContact(tx, id)
  await clearReportersLike(tx, ids)
  await deleteImportRowsOf(tx, await listChildrenOf(tx, ids))
  await forgetRequestersNamed(tx, ids)
  await deleteErased(tx, 'guardian', ids)
  await forgetStoredTexts(tx, traces)
}
