import type { ImapFlow, MessageStructureObject } from 'imapflow'

/** How far a mailbox was read: the mails with higher numbers are new, as long as the mailbox has the same validity. */
export interface MailboxPosition {
  uid_validity: number
  last_uid: number
}

export interface VisitLimits {
  /** How long a step of the server may take. */
  stepMs?: number
  /** At most so many mails at once; the next visit goes on. */
  mails?: number
}

interface MailboxVisit extends VisitLimits {
  /** Where the last visit ended; undefined: there was none. */
  position: MailboxPosition | undefined
  /** Older mails are left alone. */
  since: Date
  /** Whether the mail was a notice about one of ours; only then it is marked as read. */
  handle(raw: Uint8Array): Promise<boolean>
  /** Stores that everything up to here was looked at. */
  advance(position: MailboxPosition): Promise<unknown>
}

const MAILS_A_VISIT = 200
/** A longer notice is read up to here: what counts stands at its beginning. */
const LONGEST_NOTICE = 256 * 1024
const STEP_MS = 10_000
/** The whole visit. A server that answers slowly must not keep a worker busy. */
const VISIT_MS = 120_000
const STANDARD_PORTS: Record<string, number> = { 'imap:': 143, 'imaps:': 993 }

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\./.test(host)

/** The parts of `imaps://account:password@host:993/folder`. */
async function openClient(url: URL, stepMs = STEP_MS) {
  // Loaded at its first use (ADR 0078).
  const { ImapFlow } = await import('imapflow')
  const isSecure = url.protocol === 'imaps:'
  return new ImapFlow({
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port) || STANDARD_PORTS[url.protocol],
    secure: isSecure,
    // The password never leaves this machine unencrypted.
    ...(isSecure || isLoopback(url.hostname) ? {} : { doSTARTTLS: true }),
    // Also where NODE_TLS_REJECT_UNAUTHORIZED says otherwise.
    tls: { rejectUnauthorized: true },
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    maxLockHoldTime: false,
    // A broken server cannot fill the memory.
    maxLineLength: 1024 * 1024,
    maxLiteralSize: 1024 * 1024,
    maxResponseSize: 2 * 1024 * 1024,
  })
}

const isNotice = ({ type, parameters, childNodes = [] }: MessageStructureObject) =>
  type === 'multipart/report' &&
  (parameters?.['report-type'] === 'delivery-status' ||
    childNodes.some((part) => part.type.endsWith('delivery-status')))

/** Whether this mail was a notice about one of ours. */
async function look(client: ImapFlow, uid: number, handle: MailboxVisit['handle']) {
  const about = await client.fetchOne(String(uid), { bodyStructure: true }, { uid: true })
  if (about === false || !about?.bodyStructure || !isNotice(about.bodyStructure)) return false
  const mail = await client.fetchOne(String(uid), { source: { maxLength: LONGEST_NOTICE } }, { uid: true })
  if (mail === false || !mail?.source || !(await handle(mail.source))) return false
  await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
  return true
}

async function readNew(client: ImapFlow, { position, since, handle, advance, mails = MAILS_A_VISIT }: MailboxVisit) {
  if (!client.mailbox) return
  const uid_validity = Number(client.mailbox.uidValidity)
  let last_uid = position?.uid_validity === uid_validity ? position.last_uid : 0
  const found = (await client.search({ uid: `${last_uid + 1}:*`, since }, { uid: true })) || []
  // `*` is the newest mail, even if it was looked at before.
  const uids = found.filter((uid) => uid > last_uid).toSorted((a, b) => a - b)
  try {
    for (const uid of uids.slice(0, mails)) {
      const isOurs = await look(client, uid, handle)
      last_uid = uid
      if (isOurs) await advance({ uid_validity, last_uid })
    }
  } catch (error) {
    // A mail that cannot be read would stop every visit: one that fails at its first mail is passed over.
    const [first = 0] = uids
    await advance({ uid_validity, last_uid: Math.max(last_uid, first) })
    throw error
  }
  await advance({ uid_validity, last_uid })
}

/** Which step failed. */
type FailedStep = 'account' | 'folder' | 'certificate' | 'encryption' | 'connection'

/** Without the server's words: they may name an account. */
export interface MailboxFault {
  step: FailedStep
  code: string
}

const CERTIFICATE_CODES = /CERT|VERIFY_LEAF|INVALID_CA|INVALID_PURPOSE/

const faultOf = (error: unknown): MailboxFault => {
  const { authenticationFailed, isFolderRefused, tlsFailed, code: given } = error as Record<string, unknown>
  const code = typeof given === 'string' && given !== '' ? given : 'unknown'
  if (authenticationFailed) return { step: 'account', code }
  if (isFolderRefused) return { step: 'folder', code }
  if (CERTIFICATE_CODES.test(code)) return { step: 'certificate', code }
  return { step: tlsFailed && code === 'unknown' ? 'encryption' : 'connection', code }
}

const FAULT_TEXTS: Record<FailedStep, (code: string) => string> = {
  account: () => 'it refuses the account',
  folder: () => 'the folder cannot be opened',
  certificate: (code) => `its certificate is not trusted (${code})`,
  encryption: () => 'it offers no encryption',
  connection: (code) => `it does not answer as it should (${code})`,
}

/** The folder that the address names. */
export const folderIn = ({ pathname }: URL) => decodeURIComponent(pathname.slice(1)) || 'INBOX'

/** A folder that is not there, or that this account may not open. */
const openFolder = (client: ImapFlow, folder: string, readOnly: boolean) =>
  client.mailboxOpen(folder, { readOnly }).catch((error: Error & { responseStatus?: string }) => {
    throw Object.assign(error, { isFolderRefused: error.responseStatus !== undefined })
  })

/** Connects and opens the folder; a server that answers too slowly is left. */
async function withMailbox<T>(
  url: URL,
  { stepMs, readOnly = false }: { stepMs?: number | undefined; readOnly?: boolean },
  work: (client: ImapFlow) => Promise<T>,
) {
  const client = await openClient(url, stepMs)
  client.on('error', () => {}) // The step that is under way fails, too.
  const timer = setTimeout(() => client.close(), VISIT_MS)
  try {
    await client.connect()
    await openFolder(client, folderIn(url), readOnly)
    return await work(client)
  } finally {
    clearTimeout(timer)
    client.close()
  }
}

/** Why the mailbox of IMAP_URL cannot be read; undefined: all is well. Changes nothing in it. */
export const findMailboxFault = (address: string, stepMs?: number): Promise<MailboxFault | undefined> =>
  withMailbox(new URL(address), { stepMs, readOnly: true }, async () => undefined).catch(faultOf)

/** Looks at the new mails of the mailbox that IMAP_URL names. */
export async function visitMailbox(address: string, visit: MailboxVisit) {
  let isHandling = false
  const handle: MailboxVisit['handle'] = async (raw) => {
    isHandling = true
    const isOurs = await visit.handle(raw)
    isHandling = false
    return isOurs
  }
  try {
    await withMailbox(new URL(address), visit, (client) => readNew(client, { ...visit, handle }))
  } catch (error) {
    // A fault of our own database keeps its name.
    if (isHandling) throw error
    const { step, code } = faultOf(error)
    throw new Error(`The mailbox with returned mails cannot be read: ${FAULT_TEXTS[step](code)}.`)
  }
}
