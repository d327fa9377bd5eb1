import { counted } from '#contract/counted.ts'
import { berlinToday, daysBetween, formatDate } from '#contract/dates.ts'
import { unverifiedDay } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSchool, getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { type MailText, renderMail } from '#server/mail/mail-text.ts'
import { nameInMail } from '#server/mail/name-in-mail.ts'
import { hashMail } from '#server/mail/outbox.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { listAnnouncedPurges, listArrivals, listDeclined, listFamilyWishes } from './registrations.digests.queries.ts'

export const ARRIVAL_DIGEST_TEMPLATE = 'registration_arrivals'
export const PURGE_DIGEST_TEMPLATE = 'registration_purges'

/** The mail lists only this many; the rest is in the list of applications. */
const LINES_MAX = 40

const CLOSING =
  'Diese E-Mail geht an die Adressen, die in der Schulverwaltung unter „Bewerbungen“ für Benachrichtigungen eingetragen sind.'

interface Named {
  number: string
  desired_grade: number
  child_firstname: string
}

/** Only number, grade and first name (domain §2.3). */
const lineOf = ({ number, desired_grade, child_firstname }: Named) =>
  `${number} · Klassenstufe ${desired_grade} · ${nameInMail(child_firstname)}`

const blockOf = <Row extends Named>(heading: string, rows: readonly Row[], textOf: (row: Row) => string = lineOf) => {
  if (rows.length === 0) return []
  const rest = rows.length - LINES_MAX
  const lines = rows.slice(0, LINES_MAX).map(textOf)
  return [[heading, ...lines, ...(rest > 0 ? [`… und ${rest} weitere`] : [])].join('\n')]
}

type Said = Pick<MailText, 'subject' | 'paragraphs'> & { path: string }

const newsOf = async (tx: SchoolTransaction, at: string): Promise<Said | null> => {
  const arrivals = await listArrivals(tx, at)
  const wishes = await listFamilyWishes(tx, at)
  const gone = wishes.filter(({ withdrawn_at }) => withdrawn_at !== null)
  const openWishes = wishes.filter(({ withdrawn_at }) => withdrawn_at === null)
  const declined = await listDeclined(tx, at)
  if (arrivals.length + wishes.length + declined.length === 0) return null
  const subject =
    arrivals.length > 0 ? counted(arrivals.length, 'neue Bewerbung', 'neue Bewerbungen') : 'Neues zu Bewerbungen'
  return {
    subject,
    paragraphs: [
      ...blockOf('Eingegangen:', arrivals),
      ...blockOf('Von der Familie zurückgezogen:', gone),
      ...blockOf('Die Familie möchte zurückziehen; bitte bestätigen oder ablehnen:', openWishes),
      ...blockOf('Die zweite sorgeberechtigte Person stimmt nicht zu:', declined),
    ],
    path: '/admin/bewerbungen',
  }
}

const daysUntil = (days: number) => (days <= 0 ? 'heute' : `in ${counted(days, 'Tag', 'Tagen')}`)

const purgesOf = async (tx: SchoolTransaction, told: string, now: Date): Promise<Said | null> => {
  const settings = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const today = berlinToday(now)
  const rows = await listAnnouncedPurges(tx, told, { now: now.toISOString(), today })
  const dueOf = (row: { created_at: string; listed_on: string | null }) => unverifiedDay(row, settings, today)
  const soonest = rows.map(dueOf).sort()[0]
  if (soonest === undefined) return null
  const days = daysBetween(today, soonest)
  const what = counted(rows.length, 'unbestätigte Bewerbung wird', 'unbestätigte Bewerbungen werden')
  return {
    subject: `${what} ${daysUntil(days)} gelöscht`,
    paragraphs: [
      ...blockOf(
        'E-Mail nie bestätigt, Bewerbung nie bearbeitet:',
        rows,
        (row) => `${lineOf(row)} · am ${formatDate(dueOf(row))}`,
      ),
      'Möchten Sie eine behalten? Sie bleibt, sobald die Familie ihre E-Mail-Adresse bestätigt oder Sie den Status ändern, eine Angabe bearbeiten oder eine interne Notiz schreiben. Ein Anruf allein genügt nicht.',
    ],
    path: '/admin/bewerbungen?school_year_id=alle&unconfirmed=1',
  }
}

/** A digest is sent to an address only while it is in the settings. */
const digest = (
  appUrl: string,
  sayOf: (tx: SchoolTransaction, at: string, now: Date) => Promise<Said | null>,
): MailTemplate => ({
  async compose(tx, { relatedId, recipientHash, now }) {
    const { notify_mails } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
    const to = notify_mails.find((mail) => hashMail(mail).equals(recipientHash))
    const said = to && (await sayOf(tx, new Date(relatedId).toISOString(), now))
    if (!said) return null
    const school = await getSchool(tx)
    return {
      to,
      fromName: school.name,
      replyTo: school.mail,
      ...renderMail({
        ...said,
        schoolName: school.name,
        greeting: 'Guten Tag,',
        action: { label: 'Bewerbungen öffnen', url: `${appUrl}/app${said.path}` },
        closing: [CLOSING],
      }),
    }
  },
})

/** The mail to staff about new applications since the last one. */
export const arrivalDigest = (appUrl: string) => digest(appUrl, newsOf)

/** The mail to staff about unconfirmed applications that will be deleted. */
export const purgeDigest = (appUrl: string) => digest(appUrl, purgesOf)
