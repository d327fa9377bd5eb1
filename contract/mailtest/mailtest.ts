import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Email, Lines, Text } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'

/** Verbatim (spec §8, §9). */
export const MAIL_TEST_SUBJECT = 'Testmail SMTP-Test'
export const MAIL_TEST_SENT = 'E-Mail wurde erfolgreich gesendet'
export const MAIL_TEST_FAILED = 'Es ist ein unbekannter Fehler aufgetreten'

export const MAIL_TEST_CONTENT =
  'Guten Tag,\n\ndies ist eine Testnachricht. Wenn Sie sie lesen können, versendet das System seine E-Mails richtig.\n\nMit freundlichen Grüßen\nIhre Schulverwaltung'

export const MailTestForm = z.object({
  /** The installation's one sender, `schulhof@localhost` too; every other is refused. */
  from: Text(254),
  /** One address. */
  to: Email,
  subject: Text(200),
  content: Lines(5000),
})
export type MailTestForm = z.output<typeof MailTestForm>

export const mailtestEndpoints = {
  defaults: endpoint({
    method: 'GET',
    path: '/api/admin/doMailTest',
    access: 'debug view',
    scope: 'installation',
    /** `is_configured`: a mail server is set, so that a test can be sent. */
    response: z.object({ from: z.string(), subject: z.string(), content: z.string(), is_configured: z.boolean() }),
    summary: 'Absender und Vorgaben der Testmail',
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/admin/doMailTest',
    access: 'debug view',
    scope: 'installation',
    body: MailTestForm,
    response: MessageReply,
    summary: 'Testmail senden; antwortet, was der Mailserver sagt',
  }),
}
