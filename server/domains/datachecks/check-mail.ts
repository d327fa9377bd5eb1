import { composeCircular } from '#contract/circulars/circulars.text.ts'
import { berlinToday, formatDate } from '#contract/dates.ts'
import type { MailPreview } from '#contract/mailwordings/mailwordings.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listFamilyRows } from '#server/domains/circulars/circulars.families.shared.queries.ts'
import { valuesFor } from '#server/domains/circulars/reader-values.shared.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { renderMail } from '#server/mail/mail-text.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { type LinkMaking, makeCheckLinks } from './check-link.ts'
import { isRunning } from './check-running.ts'
import { CHECK_TEMPLATE, findCheck, findReaderOf, REMINDER_TEMPLATE } from './datachecks.queries.ts'
import { listBlocked } from './datachecks.record.queries.ts'
import { type CheckReaderPlan, planFromRows } from './plan-check.ts'

const ACTION = 'Kontaktdaten prüfen'

export interface CheckText {
  subject: string
  body: string
  ends_on: string
}

/** The school's text for one reader, and what always stands below it. */
export async function composeFor(tx: SchoolTransaction, text: CheckText, reader: CheckReaderPlan) {
  const school = await getSchool(tx)
  const composed = composeCircular({ ...text, kind: 'families' }, valuesFor(school, reader))
  const closing = [
    `Der Link gilt bis zum ${formatDate(text.ends_on)}. Er ist nur für Sie: Wer ihn hat, sieht Ihre Kontaktdaten. Bitte geben Sie ihn nicht weiter.`,
    `Fragen? ${school.mail}, ${school.phone}`,
  ]
  return { school, composed: { ...composed, closing } }
}

export async function previewFor(
  tx: SchoolTransaction,
  text: CheckText,
  reader: CheckReaderPlan,
): Promise<MailPreview> {
  const { school, composed } = await composeFor(tx, text, reader)
  const from = { from: school.name, reply_to: school.mail, school_name: school.name }
  return { ...composed, ...from, action: ACTION, link: null }
}

/** The person who gets the mail. Undefined when the person has answered, or no longer has such a child or an address. */
async function findRecipient(tx: SchoolTransaction, { checkId, guardianId, pupilIds, today }: Recipient) {
  const stored = await findReaderOf(tx, checkId, guardianId)
  if (!stored || stored.answered_at !== null) return undefined
  const rows = await listFamilyRows(tx, { classIds: null, pupilIds, today })
  const plan = planFromRows(rows, { blocked: await listBlocked(tx, pupilIds, today) })
  const reader = plan.readers.find(({ guardian_id }) => guardian_id === guardianId)
  return reader && reader.mail !== null ? { stored, reader, mail: reader.mail } : undefined
}
interface Recipient {
  checkId: number
  guardianId: number
  pupilIds: readonly number[]
  today: string
}

/** The mail as of the moment it leaves; none leaves once the round is over. */
const checkMail = (making: LinkMaking, isReminder: boolean): MailTemplate => ({
  async compose(tx, { relatedId, relatedIds: [checkId = 0, ...pupilIds], now }) {
    const today = berlinToday(now)
    const check = await findCheck(tx, checkId)
    if (!check || !isRunning(check, today)) return null
    const found = await findRecipient(tx, { checkId, guardianId: relatedId, pupilIds, today })
    if (!found) return null
    const url = (await makeCheckLinks(tx, [found.stored], making)).get(found.stored.id) ?? ''
    const { school, composed } = await composeFor(tx, check, found.reader)
    const [greeting = '', ...paragraphs] = composed.paragraphs
    const subject = isReminder ? `Erinnerung: ${composed.subject}` : composed.subject
    const text = { ...composed, subject, schoolName: school.name, greeting, paragraphs, action: { label: ACTION, url } }
    return { to: found.mail, fromName: school.name, replyTo: school.mail, ...renderMail(text) }
  },
})

export const checkMails = (making: LinkMaking): Record<string, MailTemplate> => ({
  [CHECK_TEMPLATE]: checkMail(making, false),
  [REMINDER_TEMPLATE]: checkMail(making, true),
})
