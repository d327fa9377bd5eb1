import { registrationFamilyEndpoints } from '#contract/registrations/registrations.family.ts'
import { call } from '#web/api/client.ts'
import { sendMailAgain } from './send-mail-again.ts'

/** Sends a contact the link to the status of its application once more. */
export const sendStatusLink = (contactId: number) =>
  sendMailAgain(`status link ${contactId}`, () =>
    call(registrationFamilyEndpoints.resendLink, { params: { contactId } }),
  )
