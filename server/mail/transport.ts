import { createTransport } from 'nodemailer'

export interface OutgoingMail {
  /** The same at each try, so that a mail sent twice after a crash is one mail to the reader. */
  messageId: string
  to: string
  fromName: string
  replyTo: string
  subject: string
  text: string
  html: string
}

export interface MailTransport {
  /** Resolves when the mail server accepted the mail. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000

/** The mail server of SMTP_URL. `from` is the installation's one sender; the school's name stands before it. */
export function openTransport(smtpUrl: string, from: string): MailTransport {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  const address = /<([^>]+)>/.exec(from)?.[1] ?? from
  return {
    async send({ fromName, to, ...mail }) {
      // An address object, never a joined string: a name with a comma or line break stays a name.
      await transport.sendMail({ ...mail, to: { name: '', address: to }, from: { name: fromName, address } })
    },
    close: () => transport.close(),
  }
}

/** The mail server refused this very mail for good; another try would not help. */
export const isRefusedForGood = (error: unknown) => {
  const { responseCode } = error as { responseCode?: number }
  return responseCode !== undefined && responseCode >= 550
}
