import { registrationFamilyEndpoints } from '#contract/registrations/registrations.family.ts'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { alertDialog } from '#web/shell/dialogs.tsx'

/** Sends a mail of an application once more, with the texts of spec §8; `about` names the contact or the mail. */
export const sendMailAgain = async (about: string, send: () => Promise<{ message: string }>) => {
  const reply = await actOnce(about, send, (failure) => refuseAction(failure, REGISTRATION_TEXTS.resendFailed))
  if (!reply) return
  void refreshRegistrations()
  await alertDialog({ title: REGISTRATION_TEXTS.resendTitle, message: reply.message, type: 'positive' })
}

/** Sends a mail once more that failed. */
export const resendFailedMail = (id: number, mailId: number) =>
  sendMailAgain(`mail ${mailId}`, () => call(registrationMailEndpoints.resendMail, { params: { id, mailId } }))

/** Sends a contact the link to the status of its application once more. */
export const sendStatusLink = (contactId: number) =>
  sendMailAgain(`status link ${contactId}`, () =>
    call(registrationFamilyEndpoints.resendLink, { params: { contactId } }),
  )
