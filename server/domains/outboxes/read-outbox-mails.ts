import { circularSubject } from '#contract/circulars/circulars.text.ts'
import type { MailState } from '#contract/mail-states.ts'
import {
  kindOf,
  LEFT_OUT_MAX,
  OUTBOX_TEXTS,
  type OutboxMail,
  type OutboxQuery,
  type OutboxScope,
  templatesOf,
} from '#contract/outboxes/outboxes.mails.ts'
import { fullName } from '#contract/person-names.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { troubleOf } from '#server/mail/mail-trouble.ts'
import { hashMail, requeueMail } from '#server/mail/outbox.ts'
import {
  countFailedMails,
  countStatesByCircular,
  listApplicantsInMails,
  listCircularsInMails,
  listClassesInMails,
  listContactsInMails,
  listEmployeesInMails,
  listFeedsInMails,
  listGuardiansInMails,
  listOutboxMails,
  listPupilsInMails,
  lockOutboxMail,
  type MailFilters,
  type OutboxMailRow,
} from './outboxes.mails.queries.ts'
import { findMailReaders, listLeftOut } from './outboxes.search.queries.ts'

/** Whoever a mail goes to, as of today. */
interface Recipient {
  name: string
  mail: string | null
  about: OutboxMail['about']
  contact?: OutboxMail['contact']
  children?: string | null
}

type RelatedMail = Pick<OutboxMailRow, 'template' | 'related_type' | 'related_id' | 'related_ids'>

const idsOf = (mails: readonly RelatedMail[], type: string) => [
  ...new Set(mails.filter(({ related_type }) => related_type === type).map(({ related_id }) => related_id)),
]

/** The circular that a mail is part of. */
const circularOf = ({ template, related_ids }: RelatedMail) => (template === 'circular' ? Number(related_ids[0]) : 0)

/** The children that a mail of a circular names: pupils, or applications. */
const childrenOf = (mail: RelatedMail, type: 'guardian' | 'registration_contact') =>
  mail.template === 'circular' && mail.related_type === type ? mail.related_ids.slice(1).map(Number) : []
const pupilsOf = (mail: RelatedMail) => childrenOf(mail, 'guardian')
const applicantsOf = (mail: RelatedMail) => childrenOf(mail, 'registration_contact')

/** The name of the class that a pupil is in on the day; undefined where there is none. */
async function readClasses(tx: SchoolTransaction, pupilIds: readonly number[], day: string) {
  const rows = await listClassesInMails(tx, pupilIds, day)
  const names = new Map(rows.map((row) => [row.pupil_id, toClassRef(row)?.classgradePlain]))
  return (pupil: number) => names.get(pupil)
}

/** The children whom a mail of a circular is about, in words. */
async function readChildren(tx: SchoolTransaction, mails: readonly RelatedMail[], today: string) {
  const pupils = await listPupilsInMails(tx, mails.flatMap(pupilsOf))
  const classOf = await readClasses(tx, mails.flatMap(pupilsOf), today)
  const applicants = await listApplicantsInMails(tx, mails.flatMap(applicantsOf))
  const withClass = (pupil: (typeof pupils)[number]) => {
    const schoolclass = classOf(pupil.id)
    return schoolclass ? `${fullName(pupil)} (${schoolclass})` : fullName(pupil)
  }
  return (mail: RelatedMail) => {
    const [pupilIds, applicantIds] = [pupilsOf(mail), applicantsOf(mail)]
    const names = [
      ...pupils.filter(({ id }) => pupilIds.includes(id)).map(withClass),
      ...applicants.filter(({ id }) => applicantIds.includes(id)).map(fullName),
    ]
    return names.join(', ') || null
  }
}

/** Looks up the people and pages of these mails; who is deleted or hidden by a restriction has none. */
async function readRecipients(tx: SchoolTransaction, mails: readonly RelatedMail[], today: string) {
  const contacts = await listContactsInMails(tx, idsOf(mails, 'registration_contact'))
  const guardians = await listGuardiansInMails(tx, idsOf(mails, 'guardian'))
  const pupils = await listPupilsInMails(tx, idsOf(mails, 'pupil'))
  const childrenText = await readChildren(tx, mails, today)
  const employees = await listEmployeesInMails(tx, idsOf(mails, 'employee'))
  const feeds = await listFeedsInMails(tx, idsOf(mails, 'sicknote_feed'))
  const circulars = await listCircularsInMails(tx, mails.map(circularOf).filter(Boolean))
  const found = new Map<string, Recipient>([
    ...contacts.map((contact): [string, Recipient] => [
      `registration_contact ${contact.id}`,
      {
        name: fullName(contact),
        mail: contact.mail,
        about: {
          page: 'registration',
          id: contact.registration_id,
          text: fullName({ firstname: contact.child_firstname, lastname: contact.child_lastname }),
        },
      },
    ]),
    ...guardians.map((guardian): [string, Recipient] => [
      `guardian ${guardian.id}`,
      {
        name: fullName(guardian),
        mail: guardian.mail,
        about: {
          page: 'pupil',
          id: guardian.pupil_id,
          text: fullName({
            firstname: guardian.child_firstname,
            lastname: guardian.child_lastname,
            lastname_prefix: guardian.lastname_prefix,
          }),
        },
      },
    ]),
    ...pupils.map((pupil): [string, Recipient] => [
      `pupil ${pupil.id}`,
      { name: fullName(pupil), mail: pupil.mail, about: { page: 'pupil', id: pupil.id, text: fullName(pupil) } },
    ]),
    ...employees.map((employee): [string, Recipient] => [
      `employee ${employee.id}`,
      {
        ...{ name: fullName(employee), mail: employee.mail },
        about: { page: 'employee', id: employee.id, text: fullName(employee) },
      },
    ]),
    ...feeds.map(({ id, name, email }): [string, Recipient] => [
      `sicknote_feed ${id}`,
      { name, mail: email, about: null },
    ]),
  ])
  const school = await getSchool(tx)
  const subjects = new Map(circulars.map(({ id, subject }) => [id, circularSubject(subject, school)]))
  return (mail: RelatedMail): Partial<Recipient> => {
    const recipient = found.get(`${mail.related_type} ${mail.related_id}`)
    const circular = circularOf(mail)
    const subject = subjects.get(circular)
    return {
      ...recipient,
      // A circular has its own page; the address stands on the page of the child.
      contact: recipient?.about ? { page: recipient.about.page, id: recipient.about.id } : null,
      ...(subject === undefined
        ? {}
        : { children: childrenText(mail), about: { page: 'circular', id: circular, text: subject } }),
    }
  }
}

type LeftOutRow = Awaited<ReturnType<typeof listLeftOut>>[number]

/** „Ole Müller, 2a“; on the waiting list „Kim Wald, Klasse 1“. Empty for staff. */
const childOf = (row: LeftOutRow, classOf: (pupil: number) => string | undefined) => {
  const { child_firstname: firstname, child_lastname: lastname, lastname_prefix, pupil_id, desired_grade } = row
  if (firstname === null || lastname === null) return ''
  const schoolclass = pupil_id === null ? `Klasse ${desired_grade}` : classOf(pupil_id)
  return [fullName({ firstname, lastname, lastname_prefix }), schoolclass].filter(Boolean).join(', ')
}

/** These people have no mail and no state, so they are listed only while the filters show circulars in every state. */
async function readLeftOut(
  tx: SchoolTransaction,
  { state, kind, name, ...span }: Pick<OutboxQuery, 'state' | 'kind' | 'name'> & OutboxScope,
  today: string,
) {
  const isShown = name !== undefined && state === undefined && (kind?.includes('circular') ?? true)
  const found = isShown ? await listLeftOut(tx, name, span) : []
  const shown = found.slice(0, LEFT_OUT_MAX)
  const classOf = await readClasses(
    tx,
    shown.flatMap(({ pupil_id }) => pupil_id ?? []),
    today,
  )
  const school = await getSchool(tx)
  const people = shown.map((row) => ({
    ...{ pupil_id: row.pupil_id, registration_id: row.registration_id, employee_id: row.employee_id },
    ...{ guardian_id: row.guardian_id, contact_id: row.contact_id, reason: row.reason },
    child: childOf(row, classOf),
    name:
      row.firstname === null || row.lastname === null
        ? null
        : fullName({ firstname: row.firstname, lastname: row.lastname }),
    circular: { id: row.id, subject: circularSubject(row.subject, school), created_at: row.created_at },
    earlier: Number(row.circulars) - 1,
  }))
  return { people, total: found.length }
}

type States = NonNullable<OutboxMail['states']>
const NO_STATES: States = { queued: 0, held: 0, sent: 0, failed: 0, dropped: 0 }
const sumOf = (states: States) => Object.values(states).reduce((sum, count) => sum + count, 0)

interface Line {
  states: States
  is_doubtful: boolean
}

/** What a line of a circular says about all its mails; undefined where it stands for one mail. */
async function readLines(tx: SchoolTransaction, rows: readonly OutboxMailRow[], filters: MailFilters) {
  const ids = rows.map(circularOf).filter(Boolean)
  const found = new Map<number, Line>()
  for (const { circular_id, state, count, is_doubtful } of ids.length > 0
    ? await countStatesByCircular(tx, ids, filters)
    : []) {
    const line = found.get(circular_id) ?? { states: NO_STATES, is_doubtful: false }
    found.set(circular_id, {
      states: { ...line.states, [state]: count },
      is_doubtful: line.is_doubtful || is_doubtful,
    })
  }
  return (row: OutboxMailRow) => {
    const line = found.get(circularOf(row))
    return line && sumOf(line.states) > 1 ? line : undefined
  }
}

const filtersOf = async (tx: SchoolTransaction, query: OutboxQuery): Promise<MailFilters> => ({
  states: query.state,
  templates: query.kind && templatesOf(query.kind),
  recipientHash: query.mail === undefined ? undefined : hashMail(query.mail),
  readers: query.name === undefined ? undefined : await findMailReaders(tx, query.name),
  ...{ from: query.from, until: query.until, circular_id: query.circular_id },
})

/** One line for all mails of a circular. */
const lineOf = (mail: OutboxMail, line: Line): OutboxMail => ({
  ...mail,
  ...{ name: null, address: null, children: null, contact: null },
  ...{ trouble: null, sent_at: null, ...line },
})

/** All mails of the school with their state. Names and classes are those of today. */
export async function readOutboxMails(tx: SchoolTransaction, query: OutboxQuery, today: string) {
  const { page, per_page, by_circular: isByCircular = false } = query
  const filters = await filtersOf(tx, query)
  const { rows, total } = await listOutboxMails(tx, { ...filters, page, per_page, isByCircular })
  const recipientOf = await readRecipients(tx, rows, today)
  const lineFor = isByCircular ? await readLines(tx, rows, filters) : () => undefined
  const data = rows.map((row): OutboxMail => {
    const { name = null, about = null, contact = null, children = null } = recipientOf(row)
    // Even a masked address has a domain that may tell who it is.
    const address = name === null && kindOf(row.template) !== 'digest' ? null : row.recipient_masked
    const mail: OutboxMail = {
      ...{ id: row.id, template: row.template, name, about, contact, children, address },
      state: row.state as MailState,
      trouble: troubleOf(row.state, row.error),
      is_doubtful: row.is_doubtful,
      created_at: row.created_at,
      sent_at: row.sent_at,
      states: null,
    }
    // The mails of a circular that is stored no more are listed singly.
    const line = about?.page === 'circular' ? lineFor(row) : undefined
    return line ? lineOf(mail, line) : mail
  })
  const [failed, left_out] = [await countFailedMails(tx), await readLeftOut(tx, query, today)]
  return { data, total, page, per_page, failed, left_out }
}

/**
 * Mails about applications and circulars are sent again on their own pages, which know more rules. Everything else is
 * written anew when it leaves.
 */
export async function retryOutboxMail(
  tx: SchoolTransaction,
  id: number,
  { school_id, today }: Pick<SchoolViewer, 'school_id'> & { today: string },
) {
  const row = await lockOutboxMail(tx, id)
  if (!row) throw notFound()
  if (row.state !== 'failed') throw conflict(OUTBOX_TEXTS.notFailed)
  if (kindOf(row.template) !== 'absence') throw conflict(OUTBOX_TEXTS.elsewhere)
  const { mail } = (await readRecipients(tx, [row], today))(row)
  if (!mail || !hashMail(mail).equals(row.recipient_hash)) throw conflict(OUTBOX_TEXTS.addressChanged)
  await requeueMail(tx, school_id, id)
  await logEvent(tx, { action: 'mail_retried', entityType: 'mail', entityId: id })
  return { message: OUTBOX_TEXTS.again }
}
