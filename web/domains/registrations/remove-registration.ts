import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { childName } from './child-name.ts'
import { binned, refreshRegistrations } from './registration-cache.ts'

type Removable = Pick<RegistrationRow, 'id' | 'number' | 'meta' | 'pupil_id'>

/** Out of the bin, within its 30 days. */
export const restoreRegistration = async (registration: Pick<Removable, 'id' | 'meta'>) => {
  try {
    await call(registrationEndpoints.restore, { params: { id: registration.id } })
    binned.delete(registration.id)
    void refreshRegistrations()
    notify(`Die Bewerbung von ${childName(registration)} ist wieder da.`)
  } catch (failure) {
    await explainFailure(failure)
  }
}

/** What a pupil came of is the record of a decision: it goes only after a question. */
const mayRemove = (registration: Removable) =>
  registration.pupil_id === null ||
  confirmDialog({
    title: 'Bewerbung löschen',
    message: `Aus der Bewerbung von ${childName(registration)} ist bereits ein Eintrag unter „Schülerinnen und Schüler“ geworden. Der Eintrag bleibt, aber Angaben und Verlauf der Bewerbung sind danach nicht mehr zu sehen. Sie liegt 30 Tage im Papierkorb.`,
    accept: 'Bewerbung löschen',
    type: 'negative',
    prefers: 'dismiss',
  })

/** Into the bin, with the way back (ux §2); answers whether it is gone. */
export const removeRegistration = async (registration: Removable) => {
  const { id, number } = registration
  if (!(await mayRemove(registration))) return false
  try {
    await call(registrationEndpoints.remove, { params: { id } })
  } catch (failure) {
    await explainFailure(failure)
    return false
  }
  binned.add(id)
  void refreshRegistrations()
  notify(`Bewerbung ${number} (${childName(registration)}) gelöscht.`, {
    about: `registration ${id}`,
    undo: () => restoreRegistration(registration),
  })
  return true
}
