import { berlinToday, formatDate } from '#contract/dates.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSchool, getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { renderMail } from '#server/mail/mail-text.ts'
import { nameInMail } from '#server/mail/name-in-mail.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { MailTemplate } from '#server/mail/school-mailbox.ts'
import { inOneList } from './report-message.ts'
import { listMailedNotes, listReportReaders } from './sicknotes.mails.queries.ts'

const REPORT_TEMPLATE = 'sicknote_report'
const TAKEN_BACK_TEMPLATE = 'sicknote_taken_back'

interface ReportedNotes {
  noteIds: readonly number[]
  /** The day in Berlin. */
  today: string
}

const queueTo = async (tx: SchoolTransaction, template: string, { noteIds, today }: ReportedNotes) => {
  if (noteIds.length === 0 || !(await getSetting(tx, 'SICKNOTE_SETTINGS')).notify_guardians) return
  for (const { guardian_id, mail, note_ids } of await listReportReaders(tx, noteIds, today)) {
    await queueMail(tx, {
      template,
      recipient: mail,
      relatedType: 'guardian',
      relatedId: guardian_id,
      relatedIds: note_ids,
    })
  }
}

/**
 * Informs guardians of the bound school that somebody reported their children, one mail for each address; only for
 * reports through the link, by phone or by mail (domain §5.6).
 */
export const queueReportMails = (tx: SchoolTransaction, notes: ReportedNotes) => queueTo(tx, REPORT_TEMPLATE, notes)

/**
 * People who were informed of a report are also informed that it was taken back: otherwise a father would still believe
 * what the mother has undone.
 */
export const queueTakenBackMails = (tx: SchoolTransaction, notes: ReportedNotes) =>
  queueTo(tx, TAKEN_BACK_TEMPLATE, notes)

type MailedNote = Awaited<ReturnType<typeof listMailedNotes>>[number]

const daysOf = ({ date_start, date_end }: MailedNote) =>
  date_start === date_end ? `am ${formatDate(date_start)}` : `vom ${formatDate(date_start)} bis ${formatDate(date_end)}`

const absenceOf = ({ partial }: MailedNote) => (partial ? 'stundenweise Abwesenheit' : 'Abwesenheit')

/** Without the reason, and without a name in the subject, because phones show subjects to everybody (domain §5.4). */
const TEXTS = {
  [REPORT_TEMPLATE]: {
    subject: 'Abwesenheit gemeldet',
    sentence: (names: string, note: MailedNote) =>
      `für ${names} wurde eine ${absenceOf(note)} ${daysOf(note)} gemeldet. Nicht von Ihnen? Bitte rufen Sie an.`,
  },
  [TAKEN_BACK_TEMPLATE]: {
    subject: 'Meldung zurückgenommen',
    sentence: (names: string, note: MailedNote) =>
      `die Meldung, dass ${names} ${daysOf(note)} fehlt, wurde zurückgenommen. Nicht von Ihnen? Bitte rufen Sie an.`,
  },
} as const

const templateOf = (name: keyof typeof TEXTS): MailTemplate => ({
  async compose(tx, { relatedId, relatedIds, now }) {
    const readers = await listReportReaders(tx, relatedIds, berlinToday(now))
    const reader = readers.find(({ guardian_id }) => guardian_id === relatedId)
    if (!reader) return null
    const notes = await listMailedNotes(tx, reader.note_ids, name === TAKEN_BACK_TEMPLATE)
    const [note] = notes
    if (!note) return null
    const school = await getSchool(tx)
    const { subject, sentence } = TEXTS[name]
    const text = {
      subject,
      schoolName: school.name,
      greeting: 'Guten Tag,',
      paragraphs: [sentence(inOneList(notes.map(({ firstname }) => nameInMail(firstname))), note)],
      closing: [`Telefon: ${school.phone}`],
    }
    return { to: reader.mail, fromName: school.name, replyTo: school.mail, ...renderMail(text) }
  },
})

export const reportMails: Record<string, MailTemplate> = {
  [REPORT_TEMPLATE]: templateOf(REPORT_TEMPLATE),
  [TAKEN_BACK_TEMPLATE]: templateOf(TAKEN_BACK_TEMPLATE),
}
