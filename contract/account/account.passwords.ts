import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { ChangePasswordForm, ForgotPasswordForm, LinkForm, ResetPasswordForm } from './account.forms.ts'

/** Under `email`, for every link that does not work (any more). */
export const LINK_IS_OVER = 'Dieser Link ist abgelaufen oder wurde schon benutzt.'

/** Links to set a password, from a forgotten one or an invitation (spec §9). */
export const PASSWORD_LINK_MINUTES = 60

/** In the query of an invitation's link: the page greets instead of speaking of a new password. */
export const WELCOME = 'welcome'

/** Always the same, whether the address has an account or not (ux §3.1). */
export const FORGOT_ANSWER = `Wenn zu dieser Adresse ein Konto besteht, haben wir Ihnen soeben einen Link geschickt. Er gilt ${PASSWORD_LINK_MINUTES} Minuten. Bitte sehen Sie auch im Spam-Ordner nach.`

/** The answer where no mail server is set: a link that waits there would run out before it leaves. */
export const FORGOT_WITHOUT_MAIL =
  'Zurzeit können keine E-Mails gesendet werden, auch kein Link für ein neues Passwort. Bitte wenden Sie sich an Ihre Schulleitung.'

/** Under the field that asks for the password somebody has now. */
export const WRONG_PASSWORD = 'Dieses Passwort ist nicht richtig.'

export const passwordEndpoints = {
  forgot: endpoint({
    method: 'POST',
    path: '/forgot-password',
    access: 'public',
    body: ForgotPasswordForm,
    response: MessageReply,
    summary: 'Link zum Zurücksetzen des Passworts anfordern',
  }),
  checkLink: endpoint({
    method: 'POST',
    // The link is in the body, because addresses end up in logs.
    path: '/password-link',
    access: 'public',
    body: LinkForm,
    response: z.object({ is_valid: z.boolean() }),
    summary: 'Ob der Link aus der E-Mail noch gilt; verbraucht ihn nicht',
  }),
  reset: endpoint({
    method: 'POST',
    path: '/reset-password',
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
