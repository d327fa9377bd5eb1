import { addDays } from '#contract/dates.ts'
import { FORM_VERSION, type FormFacts } from '#contract/registrations/registrations.form.ts'
import { isStatusMailKind, mailLabel, statusTemplate } from '#contract/registrations/registrations.mail-labels.ts'
import { kindOf } from '#contract/schools/schools.kinds.ts'
import { hashToken } from '#server/db/hash-token.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { OPTIN_TEMPLATE } from '#server/domains/registrations/mails/optin-mail.ts'
import { RECEIPT_TEMPLATE } from '#server/domains/registrations/mails/receipt-mail.ts'
import { ABOUT_CONTACT } from '#server/domains/registrations/mails/send-optin.ts'
import { hashMail, maskMail } from '#server/mail/outbox.ts'
import { answersOf } from './application-answers.ts'
import {
  type ApplicationWithAnswers,
  contactRow,
  contactsOf,
  type DemoContact,
  optinExpiry,
} from './application-contacts.ts'
import { minutesAfter } from './decisions.ts'
import { insertRows, insertWithIds } from './demo-rows.queries.ts'
import type { DemoYears } from './enrolments.ts'
import { demoSettings, type SchoolIds } from './fill-school.ts'
import { PLANS, type SchoolPlan } from './school-plan.ts'
import type { SeededRandom } from './seeded-random.ts'

export interface DemoApplication extends ApplicationWithAnswers {
  contacts: DemoContact[]
}

interface Scene {
  ids: SchoolIds
  years: DemoYears
  anchor: string
  random: SeededRandom
  /** The user who decides on applications. */
  headId: number
}

/** The facts on which the planned year's form depended, as the server would have sent them. */
export const factsOf = (plan: SchoolPlan, years: DemoYears, { years: yearIds }: SchoolIds): FormFacts => ({
  variant: kindOf(plan.form),
  today: years.active.date_start,
  schoolyears: [
    {
      id: yearIds.planned,
      name: years.planned.name,
      date_start: years.planned.date_start,
      first_school_day: years.planned.first_school_day,
    },
  ],
  grades: Array.from({ length: plan.grades.max - plan.grades.min + 1 }, (_, index) => {
    const grade = plan.grades.min + index
    const is_entry = grade === plan.grades.entry
    return { grade, name: `Klassenstufe ${grade}`, is_entry, accepts_lateral: !is_entry }
  }),
  schools: Object.values(PLANS).map(({ form: { short, name } }) => ({ short, name })),
  summer_breaks: [years.active, years.planned].flatMap(({ free_days }) =>
    free_days.filter(({ name }) => name === 'Sommerferien'),
  ),
  settings: demoSettings(plan),
})

/** The applications with the answers the form would have stored. */
export const answerAll = (
  applications: readonly ApplicationWithAnswers['application'][],
  facts: FormFacts,
  random: SeededRandom,
): DemoApplication[] =>
  applications.map((application) => {
    const answers = answersOf(application, facts, random)
    return { application, answers, contacts: contactsOf({ application, answers }, random) }
  })

/** Decisions older than this are known to the families. */
const TOLD_DAYS = 21

const NOTES = ['Gespräch geführt, freundlicher Eindruck.', 'Hospitation vereinbart.', 'Rückruf erbeten.']

const withdrawalOf = ({ withdrawn }: ApplicationWithAnswers['application']) => ({
  withdrawn_at: withdrawn?.at ?? null,
  withdrawn_by: withdrawn?.by ?? null,
  withdraw_reason: withdrawn ? 'Platz an einer anderen Schule angenommen' : null,
})

const decisionOf = ({ application }: DemoApplication, headId: number) => {
  const { status, status_changed_at: at } = application
  const isDecided = status === 'accepted' || status === 'rejected'
  return {
    status,
    status_changed_at: at,
    status_changed_by: at ? headId : null,
    decided_at: isDecided ? at : null,
    wait_rank: application.wait_rank,
    wait_place: application.wait_rank,
    waiting_since: application.wait_rank === null ? null : at,
    place_confirm_due_at: status === 'accepted' && at ? addDays(at.slice(0, 10), 14) : null,
    place_confirmed_at: application.place_confirmed_at,
    // The arrival is the first version, the decision the second.
    version: at ? 2 : 1,
  }
}

const toRow = (told: DemoApplication, { ids, headId, random }: Scene, pupilId: number | null) => {
  const { application, answers } = told
  const { created_at, status, mail_state, transformed_at } = application
  const isAsked = told.contacts.some(({ agreement }) => agreement.agreement_wanted)
  const declared = { ...answers.meta, joint_consent_declared: answers.meta.joint_consent_declared && !isAsked }
  const meta = Object.fromEntries(Object.entries(declared).filter(([, value]) => value !== null))
  return {
    school_id: ids.schoolId,
    number: application.number,
    school_year_id: answers.school_year_id,
    desired_grade: answers.desired_grade,
    desired_start_date: answers.desired_start_date,
    entry_type: application.entry_type,
    source: mail_state === 'none' ? 'staff' : 'web',
    meta: meta as never,
    form_version: FORM_VERSION,
    privacy_notice_id: mail_state === 'none' ? null : ids.noticeAt(created_at),
    internal_note: status !== 'new' && random.isHit(0.4) ? random.pick(NOTES) : null,
    ...decisionOf(told, headId),
    ...withdrawalOf(application),
    pupil_id: pupilId,
    transformed_at,
    transformed_by: transformed_at ? headId : null,
    created_at,
    updated_at: transformed_at ?? application.withdrawn?.at ?? application.status_changed_at ?? created_at,
  }
}

const fillHistory = (
  tx: SchoolTransaction,
  registrations: readonly { id: number; told: DemoApplication }[],
  { ids, headId }: Scene,
) =>
  insertRows(
    tx,
    'registration_status_history',
    registrations.flatMap(({ id, told: { application } }) => {
      const common = { school_id: ids.schoolId, registration_id: id }
      const isByStaff = application.mail_state === 'none'
      const arrival = {
        ...common,
        from_status: null,
        to_status: 'new',
        version: 1,
        changed_by: isByStaff ? headId : null,
        created_at: application.created_at,
      }
      const { status, status_changed_at: at } = application
      if (!at) return [arrival]
      return [
        arrival,
        { ...common, from_status: 'new', to_status: status, version: 2, changed_by: headId, created_at: at },
      ]
    }),
  )

/** Most families learn of a decision by a call within the hour; those of the newest ones are still to be told. */
const fillTold = async (
  tx: SchoolTransaction,
  registrations: readonly { id: number; told: DemoApplication }[],
  { ids, headId, anchor }: Scene,
) => {
  const calls = registrations.flatMap(({ id, told: { application } }) => {
    const { status, status_changed_at: at } = application
    if (!at || !isStatusMailKind(status) || at >= addDays(anchor, -TOLD_DAYS)) return []
    const told_at = minutesAfter(at, 40)
    const common = { school_id: ids.schoolId, registration_id: id, created_by: headId, created_at: told_at }
    return [{ common, kind: status, told_at }]
  })
  await insertRows(
    tx,
    'registration_status_mail',
    calls.map(({ common, kind, told_at }) => ({ ...common, kind, by_phone: true, told_at, updated_at: told_at })),
  )
  const kind = 'told_by_phone'
  await insertRows(
    tx,
    'registration_event',
    calls.map((call) => ({ ...call.common, kind, note: mailLabel(statusTemplate(call.kind)) })),
  )
}

interface ContactRow {
  id: number
  contact: DemoContact
}

/** The timeline's lines for second people who answered by their link. */
const fillAgreements = (
  tx: SchoolTransaction,
  registrations: readonly { id: number; told: DemoApplication }[],
  { ids }: Scene,
) =>
  insertRows(
    tx,
    'registration_event',
    registrations.flatMap(({ id, told: { contacts } }) =>
      contacts.flatMap(({ position, agreement: { agreed_at, declined_at } }) => {
        const created_at = agreed_at ?? declined_at
        if (!created_at) return []
        const kind = agreed_at ? 'agreement_given' : 'agreement_declined'
        const contact = { registration_id: id, contact_position: position }
        return [{ school_id: ids.schoolId, ...contact, kind, created_at, announced_at: created_at }]
      }),
    ),
  )

/** The outbox as it would look: each confirmation mail, and the receipt after the confirmation. */
const fillMailLog = (tx: SchoolTransaction, contacts: readonly ContactRow[], { ids }: Scene) => {
  const mails = contacts.flatMap(({ id, contact }) => [
    ...contact.sent.map((at) => ({ template: OPTIN_TEMPLATE, at, id, contact })),
    ...(contact.verified_at
      ? [{ template: RECEIPT_TEMPLATE, at: minutesAfter(contact.verified_at, 1), id, contact }]
      : []),
  ])
  mails.sort((a, b) => a.at.localeCompare(b.at))
  return insertRows(
    tx,
    'mail_log',
    mails.map(({ template, at, id, contact: { answers, number, position } }) => ({
      school_id: ids.schoolId,
      template,
      recipient_masked: maskMail(answers.mail ?? ''),
      recipient_hash: hashMail(answers.mail ?? ''),
      related_type: ABOUT_CONTACT,
      related_id: id,
      state: 'sent',
      message_id: `<demo-${number}-${position}-${Date.parse(at)}@example.org>`,
      sent_at: at,
      created_at: at,
      updated_at: at,
    })),
  )
}

/** The links of mails that have not been expired for long; older links are deleted. */
const fillLinks = (tx: SchoolTransaction, contacts: readonly ContactRow[], { ids, anchor, random }: Scene) =>
  insertRows(
    tx,
    'registration_contact_link',
    contacts.flatMap(({ id, contact: { answers, sent } }) =>
      sent
        .filter((at) => at >= addDays(anchor, -44))
        .map((at) => ({
          school_id: ids.schoolId,
          contact_id: id,
          uuid_hash: hashToken(random.uuid()),
          mail: answers.mail ?? '',
          expires_at: optinExpiry(at),
          created_at: at,
          updated_at: at,
        })),
    ),
  )

/**
 * Writes applications with contacts, history, mails and links. `pupilIds`: the pupils that applications became, by
 * number.
 */
export async function fillApplications(
  tx: SchoolTransaction,
  told: readonly DemoApplication[],
  { pupilIds, ...scene }: Scene & { pupilIds: ReadonlyMap<string, number> },
) {
  const { ids, years } = scene
  const rows = told.map((one) => toRow(one, scene, pupilIds.get(one.application.number) ?? null))
  const inserted = await insertWithIds(tx, 'registration', rows)
  const registrations = told.map((one, index) => ({ id: inserted[index] ?? 0, told: one }))
  const contacts = registrations.flatMap(({ id, told: { contacts: all } }) => all.map((contact) => ({ id, contact })))
  const contactIds = await insertWithIds(
    tx,
    'registration_contact',
    contacts.map(({ id, contact }) => {
      return {
        school_id: ids.schoolId,
        registration_id: id,
        ...contactRow(contact),
        created_at: contact.created_at,
        updated_at: contact.verified_at ?? contact.created_at,
      }
    }),
  )
  const contactRows = contacts.map(({ contact }, index) => ({ id: contactIds[index] ?? 0, contact }))
  await fillHistory(tx, registrations, scene)
  await fillTold(tx, registrations, scene)
  await fillAgreements(tx, registrations, scene)
  await fillMailLog(tx, contactRows, scene)
  await fillLinks(tx, contactRows, scene)
  const sequence = { school_id: ids.schoolId, name: `registration-${years.startYear + 1}`, last_number: told.length }
  if (told.length > 0) await insertRows(tx, 'number_sequence', [sequence])
}
