import { circularSubject } from '#contract/circulars/circulars.text.ts'
import type { MailState } from '#contract/mail-states.ts'
import {
  kindOf,
  LEFT_OUT_MAX,
  MAILINGS,
  mailingOf,
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
import { listOutboxLines, type OutboxLine } from './outboxes.lines.queries.ts'
import {
  countFailedMails,
  listApplicantsInMails,
  listClassesInMails,
  listContactsInMails,
  listEmployeesInMails,
  listFeedsInMails,
  listGuardiansInMails,
  listMailings,
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

/** The children that a mail of a mailing names: pupils, or applications. */
const childrenOf = (mail: RelatedMail, type: 'guardian' | 'registration_contact') =>
  mailingOf(mail.template) && mail.related_type === type ? mail.related_ids.slice(1).map(Number) : []
const pupilsOf = (mail: RelatedMail) => childrenOf(mail, 'guardian')
const applicantsOf = (mail: RelatedMail) => childrenOf(mail, 'registration_contact')

/** The name of the class that a pupil is in on the day; undefined where there is none. */
async function readClasses(tx: SchoolTransaction, pupilIds: readonly number[], day: string) {
  const rows = await listClassesInMails(tx, pupilIds, day)
  const names = new Map(rows.map((row) => [row.pupil_id, toClassRef(row)?.classgradePlain]))
  return (pupil: number) => names.get(pupil)
}

/** The children whom a mail of a mailing is about, in words. */
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

/** The pages of the mailings that these mails are part of; one that is stored no more has none. */
async function readMailings(tx: SchoolTransaction, mails: readonly RelatedMail[]) {
  const school = await getSchool(tx)
  const pages = new Map<string, NonNullable<OutboxMail['about']>>()
  for (const page of MAILINGS) {
    const ids = mails.flatMap(({ template, related_ids }) =>
      mailingOf(template) === page ? related_ids.slice(0, 1) : [],
    )
    for (const { id, subject } of ids.length > 0 ? await listMailings(tx, page, ids) : [])
      pages.set(`${page} ${id}`, { page, id, text: circularSubject(subject, school) })
  }
  return ({ template, related_ids }: RelatedMail) => pages.get(`${mailingOf(template)} ${related_ids[0]}`)
}

/** Looks up the people and pages of these mails; who is deleted or hidden by a restriction has none. */
async function readRecipients(tx: SchoolTransaction, mails: readonly RelatedMail[], today: string) {
  const contacts = await listContactsInMails(tx, idsOf(mails, 'registration_contact'))
  const guardians = await listGuardiansInMails(tx, idsOf(mails, 'guardian'))
  const pupils = await listPupilsInMails(tx, idsOf(mails, 'pupil'))
  const childrenText = await readChildren(tx, mails, today)
  const employees = await listEmployeesInMails(tx, idsOf(mails, 'employee'))
  const feeds = await listFeedsInMails(tx, idsOf(mails, 'sicknote_feed'))
  const pageOf = await readMailings(tx, mails)
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
  return (mail: RelatedMail): Partial<Recipient> => {
    const recipient = found.get(`${mail.related_type} ${mail.related_id}`)
    const mailing = pageOf(mail)
    return {
      ...recipient,
      // A mailing has its own page; the address stands on the page of the child.
      contact: recipient?.about ? { page: recipient.about.page, id: recipient.about.id } : null,
      ...(mailing && { children: childrenText(mail), about: mailing }),
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
  { state, kind, name, data_check_id, ...span }: Pick<OutboxQuery, 'state' | 'kind' | 'name'> & OutboxScope,
  today: string,
) {
  const hasCirculars = data_check_id === undefined && (kind?.includes('circular') ?? true)
  const isShown = name !== undefined && state === undefined && hasCirculars
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

const filtersOf = async (tx: SchoolTransaction, query: OutboxQuery): Promise<MailFilters> => ({
  states: query.state,
  templates: query.kind && templatesOf(query.kind),
  recipientHash: query.mail === undefined ? undefined : hashMail(query.mail),
  readers: query.name === undefined ? undefined : await findMailReaders(tx, query.name),
  ...{ from: query.from, until: query.until, circular_id: query.circular_id, data_check_id: query.data_check_id },
})

/** The line of a mail that stands for all mails of a mailing; the mail itself where it is the only one. */
const lineOf = (
  mail: OutboxMail,
  { mails, is_doubtful, queued, held, sent, failed, dropped }: OutboxLine,
): OutboxMail => {
  if (mails === 1) return mail
  const states = { queued, held, sent, failed, dropped }
  return {
    ...{ ...mail, template: mailingOf(mail.template) ?? mail.template, name: null, address: null, children: null },
    ...{ contact: null, trouble: null, sent_at: null, states, is_doubtful },
  }
}

/** A page of mails, and how each becomes what the page shows. */
async function listPage(tx: SchoolTransaction, { page, per_page, by_mailing }: OutboxQuery, filters: MailFilters) {
  const query = { ...filters, page, per_page }
  if (!by_mailing) return { ...(await listOutboxMails(tx, query)), shown: (mail: OutboxMail) => mail }
  const { rows, total, lines } = await listOutboxLines(tx, query)
  const shown = (mail: OutboxMail) => {
    const line = lines.get(mail.id)
    return line ? lineOf(mail, line) : mail
  }
  return { rows, total, shown }
}

/** All mails of the school with their state. Names and classes are those of today. */
export async function readOutboxMails(tx: SchoolTransaction, query: OutboxQuery, today: string) {
  const { page, per_page } = query
  const { rows, total, shown } = await listPage(tx, query, await filtersOf(tx, query))
  const recipientOf = await readRecipients(tx, rows, today)
  const data = rows.map((row): OutboxMail => {
    const { name = null, about = null, contact = null, children = null } = recipientOf(row)
    // Even a masked address has a domain that may tell who it is.
    const address = name === null && kindOf(row.template) !== 'digest' ? null : row.recipient_masked
    return shown({
      ...{ id: row.id, template: row.template, name, about, contact, children, address },
      state: row.state as MailState,
      trouble: troubleOf(row.state, row.error),
      is_doubtful: row.is_doubtful,
      created_at: row.created_at,
      sent_at: row.sent_at,
      states: null,
    })
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
