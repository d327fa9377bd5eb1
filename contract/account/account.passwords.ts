import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Email } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { PASSWORD_FORGOTTEN, PASSWORD_LINK_CHECK, PASSWORD_RESET } from './account.calls.ts'
import { areSame, DIFFERENCE, newPasswordFields } from './password-rules.ts'

/** Links to set a password, from a forgotten one or an invitation (spec §9). */
export const PASSWORD_LINK_MINUTES = 60

export const ForgotPasswordForm = z.object({ email: Email })

/** Always the same, whether the address has an account or not (ux §3.1). */
export const FORGOT_ANSWER = `Wenn zu dieser Adresse ein Konto besteht, haben wir Ihnen soeben einen Link geschickt. Er gilt ${PASSWORD_LINK_MINUTES} Minuten. Bitte sehen Sie auch im Spam-Ordner nach.`

/** The answer where no mail server is set: a link that waits there would run out before it leaves. */
export const FORGOT_WITHOUT_MAIL =
  'Zurzeit können keine E-Mails gesendet werden, auch kein Link für ein neues Passwort. Bitte wenden Sie sich an Ihre Schulleitung.'

/** What a link of a mail holds. */
const linkFields = { email: Email, token: z.string().min(1).max(100) }

export const ResetPasswordForm = z.object({ ...linkFields, ...newPasswordFields }).refine(areSame, DIFFERENCE)

export const ChangePasswordForm = z
  .object({ current_password: z.string().min(1).max(1000), ...newPasswordFields })
  .refine(areSame, DIFFERENCE)

/** Under the field that asks for the password somebody has now. */
export const WRONG_PASSWORD = 'Dieses Passwort ist nicht richtig.'

export const passwordEndpoints = {
  forgot: endpoint({
    ...PASSWORD_FORGOTTEN,
    access: 'public',
    body: ForgotPasswordForm,
    response: MessageReply,
    summary: 'Link zum Zurücksetzen des Passworts anfordern',
  }),
  checkLink: endpoint({
    ...PASSWORD_LINK_CHECK,
    access: 'public',
    body: z.object(linkFields),
    response: z.object({ is_valid: z.boolean() }),
    summary: 'Ob der Link aus der E-Mail noch gilt; verbraucht ihn nicht',
  }),
  reset: endpoint({
    ...PASSWORD_RESET,
    access: 'public',
    body: ResetPasswordForm,
    response: MessageReply,
    summary: 'Passwort mit dem Link aus der E-Mail setzen; beendet alle Sitzungen',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/user/password',
    access: 'signed in',
    scope: 'installation',
    body: ChangePasswordForm,
    response: MessageReply,
    summary: 'Eigenes Passwort ändern; beendet alle anderen Sitzungen',
  }),
}
