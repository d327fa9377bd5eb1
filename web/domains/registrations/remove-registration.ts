import { type RegistrationRow, registrationEndpoints } from '#contract/registrations.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { notify } from '#web/shell/notify.tsx'
import { childName } from './child-name.ts'
import { refreshRegistrations } from './registration-cache.ts'

const restore = async (id: number) => {
  try {
    await call(registrationEndpoints.restore, { params: { id } })
    void refreshRegistrations()
    await notify('Die Bewerbung ist wieder da.')
  } catch (failure) {
    await explainFailure(failure)
  }
}

/** Into the bin at once, with the way back (ux §2); answers whether it is gone. */
export const removeRegistration = async (registration: Pick<RegistrationRow, 'id' | 'number' | 'meta'>) => {
  const { id, number } = registration
  try {
    await call(registrationEndpoints.remove, { params: { id } })
  } catch (failure) {
    await explainFailure(failure)
    return false
  }
  void refreshRegistrations()
  void notify(`Bewerbung ${number} (${childName(registration)}) gelöscht.`, {
    about: `registration ${id}`,
    undo: () => restore(id),
  })
  return true
}
