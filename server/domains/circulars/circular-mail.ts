import type { CircularKind } from '#contract/circulars/circulars.audience.ts'
import { composeCircular } from '#contract/circulars/circulars.text.ts'
import { berlinToday } from '#contract/dates.ts'
import type { MailPreview } from '#contract/mailwordings/mailwordings.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { renderMail } from '#server/mail/mail-text.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import type { ComposedMail } from '#server/mail/send-mail.ts'
import type { MailFile } from '#server/mail/transport.ts'
import { filesForMails } from './attach-files.ts'
import type { CircularReader } from './circular-reader.ts'
import { CIRCULAR_TEMPLATE, findCircularForMail } from './circulars.queries.ts'
import { valuesFor } from './reader-values.shared.ts'
import { readersNow } from './readers-now.ts'

type School = Pick<Awaited<ReturnType<typeof getSchool>>, 'name' | 'phone' | 'mail'>

/** The text for one reader; its values are about this reader's own children and the school. */
function composeFor(
  school: School,
  text: { subject: string; body: string; kind: CircularKind },
  reader: CircularReader,
) {
  return { school, composed: composeCircular(text, valuesFor(school, reader)) }
}

/** The mail itself, to whomever. */
const mailOf = ({ school, composed }: ReturnType<typeof composeFor>, to: string): ComposedMail => {
  const [greeting = '', ...paragraphs] = composed.paragraphs
  return {
    ...{ to, fromName: school.name, replyTo: school.mail },
    ...renderMail({ ...composed, schoolName: school.name, greeting, paragraphs }),
  }
}

/** What this reader would get, for whoever writes it. */
export async function trialFor(
  tx: SchoolTransaction,
  { to, files, ...text }: Parameters<typeof composeFor>[1] & { to: string; files: readonly MailFile[] },
  reader: CircularReader,
) {
  const mail = mailOf(composeFor(await getSchool(tx), text, reader), to)
  return { ...mail, subject: `Probe: ${mail.subject}`, attachments: files }
}

/** The same as the page shows it. */
export async function previewFor(
  tx: SchoolTransaction,
  text: Parameters<typeof composeFor>[1],
  reader: CircularReader,
): Promise<MailPreview> {
  const { school, composed } = composeFor(await getSchool(tx), text, reader)
  return { ...composed, action: null, link: null, from: school.name, reply_to: school.mail, school_name: school.name }
}

/**
 * The mail as of the moment it leaves: who lost custody meanwhile, changed the address, left the waiting list or is
 * restricted gets none, and a child that has left is no longer named.
 */
const circularMail: MailTemplate = {
  async compose(tx, { relatedType, relatedId, relatedIds: [circularId = 0, ...childIds], now }) {
    const found = findCircularForMail(tx, circularId)
    const own = { id: relatedId, child_ids: childIds }
    const asked = { relatedType, mails: [own], choice: async () => (await found)?.choice }
    // Sent together, which saves a round trip for each mail.
    const [circular, readerOf] = await Promise.all([found, readersNow(tx, asked, berlinToday(now))])
    if (!circular || circular.state === 'stopped') return 'stopped'
    if (circular.state === 'paused') return 'held'
    const reader = readerOf(own)
    if (typeof reader === 'string') return reader
    const { text, school, attachment_ids } = circular
    const mail = mailOf(composeFor(school, text, reader), reader.mail)
    const attachments = await filesForMails(tx, { school_id: school.school_id, circularId, attachment_ids })
    return { ...mail, attachments }
  },
}

export const circularMails: Record<string, MailTemplate> = { [CIRCULAR_TEMPLATE]: circularMail }
