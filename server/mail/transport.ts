export interface MailFile {
  filename: string
  content: Buffer
  contentType: string
}

export interface OutgoingMail {
  /** The same at each try, so that a mail sent twice after a crash appears once. */
  messageId: string
  to: string
  fromName: string
  replyTo: string
  subject: string
  text: string
  html: string
  attachments?: readonly MailFile[]
}

export interface MailTransport {
  /** Resolves when the mail server accepted the mail. */
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000

/** The bare address of `Name <address>`. */
export const senderAddress = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from

/** The library is loaded at its first use (ADR 0078). */
const connect = async (smtpUrl: string, options: { pool?: true } = {}) => {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: smtpUrl,
    ...options,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
}

/** The mail server of SMTP_URL. `from` is the installation's one sender; the school's name stands before it. */
export function openTransport(smtpUrl: string, from: string): MailTransport {
  let opened: ReturnType<typeof connect> | undefined
  const transport = () => {
    opened ??= connect(smtpUrl, { pool: true })
    return opened
  }
  const address = senderAddress(from)
  return {
    async send({ fromName, to, replyTo, attachments = [], ...mail }) {
      // An address object, never a joined string: a name with a comma or line break stays a name.
      await (await transport()).sendMail({
        ...mail,
        attachments: [...attachments],
        to: { name: '', address: to },
        replyTo: { name: '', address: replyTo },
        from: { name: fromName, address },
        // Automatic replies are not sent to these (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        // A notice about its failure brings the header back, not the text.
        dsn: { return: 'headers', notify: 'failure' },
      })
    },
    close: () => void opened?.then((open) => open.close()),
  }
}

/** Why the mail server of SMTP_URL cannot be used: it does not answer, or it refuses the account. Undefined: all is well. */
export async function findMailFault(smtpUrl: string): Promise<{ isRefused: boolean; reason: string } | undefined> {
  const transport = await connect(smtpUrl)
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    const { code, responseCode, message } = error as Error & { code?: string; responseCode?: number }
    return { isRefused: code === 'EAUTH' || responseCode !== undefined, reason: message }
  } finally {
    transport.close()
  }
}

/**
 * The mail server refused this mail or its recipient permanently; another try would not help. A refused login,
 * connection or sender is a fault of the installation: such mails wait until it is mended.
 */
export const isRefusedForGood = (error: unknown) => {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}
