import { MAIL_TEST_SENT, type MailTestForm } from '#contract/mailtest/mailtest.ts'
import type { Queries } from '#server/db/database.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { deliverNow } from '#server/mail/deliver-now.ts'
import { htmlOfText } from '#server/mail/mail-text.ts'

export const otherSender = (from: string) => `Der Absender ist fest eingestellt: ${from}.`

interface TestMailInput {
  form: MailTestForm
  userId: number
  inTransaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
}

/** It goes from the fixed sender to one address, so it is no relay (security case 26). */
export async function sendTestMail(platform: Platform, { form, ...trial }: TestMailInput) {
  const { mailFrom } = platform
  if (form.from.toLowerCase() !== mailFrom.toLowerCase()) throw invalid({ from: [otherSender(mailFrom)] })
  const mail = {
    to: form.to,
    fromName: 'Schulhof',
    replyTo: form.from,
    subject: form.subject,
    text: `${form.content}\n`,
    html: htmlOfText(form),
  }
  await deliverNow(platform, mail, trial)
  return { message: MAIL_TEST_SENT }
}
