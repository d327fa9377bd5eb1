import PostalMime from 'postal-mime'

/** What a notice says about one recipient of a mail that could not be delivered. */
export interface FailedRecipient {
  /** The addresses it names: where the mail went in the end, and the one we wrote to. */
  addresses: string[]
  /** By RFC 3463; `5.0.0` where there is none. */
  status: string
  /** The words of the other mail server, to find the reason by; they are not stored. */
  words: string
}

/** A notice about one of our mails. */
export interface BounceNotice {
  /** Null for a mail about an account, which belongs to no school. */
  schoolId: number | null
  mailId: number
  token: string
  recipients: FailedRecipient[]
}

/** Notices have a few parts; nested ones are no notices. */
const LIMITS = { maxNestingDepth: 8, maxHeadersSize: 256 * 1024 }

const OUR_MESSAGE_ID =
  /^message-id:\s*<mail-(account|\d{1,15})-(\d{1,15})-([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@/im

const ORIGINALS = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']
const REPORTS = ['message/delivery-status', 'message/global-delivery-status']

/** Lines that begin with a blank continue the one before. */
const unfolded = (text: string) => text.replaceAll('\r\n', '\n').replaceAll(/\n[ \t]+/g, ' ')

const fieldIn = (group: string, name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(group)?.[1]?.trim()

/** `rfc822; anna@example.org` */
const addressIn = (group: string, name: string) =>
  /^[\w-]+[ \t]*;[ \t]*<?([^\s<>]+@[^\s<>]+)>?$/.exec(fieldIn(group, name) ?? '')?.[1]

const toRecipient = (group: string): FailedRecipient[] => {
  if (fieldIn(group, 'Action')?.toLowerCase() !== 'failed') return []
  const addresses = ['Final-Recipient', 'Original-Recipient'].flatMap((name) => addressIn(group, name) ?? [])
  const status = /^[45]\.\d{1,3}\.\d{1,3}\b/.exec(fieldIn(group, 'Status') ?? '')?.[0] ?? '5.0.0'
  return [{ addresses, status, words: fieldIn(group, 'Diagnostic-Code') ?? '' }]
}

/**
 * Reads a delivery status notification (RFC 3464). Undefined for everything else: other mails, notices about mails that
 * are not ours, and those that only report a delay.
 */
export async function parseBounce(raw: Uint8Array): Promise<BounceNotice | undefined> {
  const { attachments } = await PostalMime.parse(raw, {
    ...LIMITS,
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
  })
  const partOf = (types: readonly string[]) => {
    const content = attachments.find(({ mimeType }) => types.includes(mimeType))?.content
    return content instanceof ArrayBuffer ? unfolded(Buffer.from(content).toString('latin1')) : undefined
  }
  // Only the header: a mail may quote another one in its text.
  const header = partOf(ORIGINALS)?.trimStart().split('\n\n', 1)[0] ?? ''
  const [, outbox, mailId, token] = OUR_MESSAGE_ID.exec(header) ?? []
  const recipients = (partOf(REPORTS) ?? '').split(/\n\n+/).flatMap(toRecipient)
  if (!token || recipients.length === 0) return undefined
  return { schoolId: outbox === 'account' ? null : Number(outbox), mailId: Number(mailId), token, recipients }
}
