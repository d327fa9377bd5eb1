import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import { call } from '#web/api/client.ts'
import { sendMailAgain } from './send-mail-again.ts'

/** Sends a mail once more that failed. */
export const resendFailedMail = (id: number, mailId: number) =>
  sendMailAgain(`mail ${mailId}`, () => call(registrationMailEndpoints.resendMail, { params: { id, mailId } }))
