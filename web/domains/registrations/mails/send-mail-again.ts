import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { actOnce } from '#web/api/act-once.ts'
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
