import { registrationEndpoints } from '#contract/registrations.ts'
import { call } from '#web/api/client.ts'
import { sendMailAgain } from './send-mail-again.ts'

/** Sends a contact the confirmation mail once more. */
export const resendOptin = (contactId: number) =>
  sendMailAgain(`optin ${contactId}`, () => call(registrationEndpoints.resendContactOptin, { params: { contactId } }))
