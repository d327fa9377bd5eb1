import { REGISTRATION_TEXTS } from '#contract/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations.ts'
import { call } from '#web/api/client.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { alertDialog } from '#web/shell/dialogs.tsx'
import { refreshRegistrations } from './registration-cache.ts'

const running = new Set<number>()

/** Sends a contact the confirmation mail once more, with the texts of spec §8. */
export const resendOptin = async (contactId: number) => {
  if (running.has(contactId)) return
  running.add(contactId)
  try {
    await call(registrationEndpoints.resendContactOptin, { params: { contactId } })
    void refreshRegistrations()
    await alertDialog({ title: REGISTRATION_TEXTS.resendTitle, message: REGISTRATION_TEXTS.resent, type: 'positive' })
  } catch (failure) {
    await refuseAction(failure, REGISTRATION_TEXTS.resendFailed)
  } finally {
    running.delete(contactId)
  }
}
