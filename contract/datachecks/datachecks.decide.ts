import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ContactPerson } from '#contract/families/contact-person.record.ts'
import { GuardianPerson } from '#contract/families/guardian.record.ts'
import { Id, IdParam, Instant, MultilineText } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { labelsOf } from '#contract/record.ts'
import { DECLINE_REASON_MAX } from './datachecks.texts.ts'

export const CHANGE_SUBJECTS = ['guardian', 'pupil', 'contact_person', 'new_contact', 'gone_contact', 'remark'] as const
export type ChangeSubject = (typeof CHANGE_SUBJECTS)[number]

const LABELS: Readonly<Record<string, string>> = { ...labelsOf(GuardianPerson), ...labelsOf(ContactPerson) }

/** The label of one value; an address has none of its own and stands as a whole. */
export const changedLabel = (key: string) => LABELS[key] ?? key

/** „Anschrift“, „Telefon mobil“, „Kontaktperson“: what a proposal is about, in words for the family. */
export const changedPart = ({ subject, part }: { subject: ChangeSubject; part: string }) => {
  if (part === 'address') return 'Anschrift'
  return subject === 'guardian' ? changedLabel(part) : 'Kontaktperson'
}

export const CHANGE_STATES = ['open', 'accepted', 'declined'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

const Values = z.record(z.string(), z.union([z.string(), z.boolean(), z.null()]))

/** One value, one address or one contact person that a guardian wants to change. */
export const ProposedChange = z.object({
  id: Id,
  subject: z.enum(CHANGE_SUBJECTS),
  /** The field, `address` or `person`. */
  part: z.string(),
  /** The name of the person that the change is about; of a contact person with the name of the child. */
  about: z.string(),
  /** The values that the record had when the family opened the page. */
  before: Values,
  after: Values,
  /** The values that the record has now; null when the person has been removed since. */
  current: Values.nullable(),
  /** The values that the acceptance took the place of; null without one. */
  replaced: Values.nullable(),
  /** Whether the decision can still be taken back. */
  is_undoable: z.boolean(),
  state: z.enum(CHANGE_STATES),
  decided_at: Instant.nullable(),
  decided_by: z.string().nullable(),
  decline_reason: z.string().nullable(),
})
export type ProposedChange = z.output<typeof ProposedChange>

export const CheckedFamily = z.object({
  reader_id: Id,
  data_check_id: Id,
  name: z.string(),
  children: z.array(z.object({ id: Id, name: z.string(), schoolclass: z.string() })),
  answered_at: Instant.nullable(),
  /** The numbers and the address that this person has today. */
  reachable: Values,
  /** What the page behind the link shows of the record today, to be read out on the telephone. */
  stored: z.array(
    z.object({ heading: z.string(), rows: z.array(z.object({ label: z.string(), stored: z.string().nullable() })) }),
  ),
  /** Somebody else whose changes wait, in this round or another running one; null when there is nobody. */
  next_reader_id: Id.nullable(),
  changes: z.array(ProposedChange),
  /** A checksum of the current values: 409 when they are others by now. */
  seen: z.string(),
})
export type CheckedFamily = z.output<typeof CheckedFamily>

const access = 'manage pupil'
const Ids = z.array(Id).min(1).max(200)

export const dataCheckDecideEndpoints = {
  family: endpoint({
    method: 'GET',
    path: '/api/admin/dataCheck/family/:id',
    access,
    params: IdParam,
    response: CheckedFamily,
    summary: 'Was eine Person beim Datenabgleich geschickt hat, neben dem, was gespeichert ist',
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/admin/dataCheck/family/:id/accept',
    access,
    params: IdParam,
    body: z.object({ ids: Ids, seen: z.string().max(64) }),
    response: MessageReply,
    idempotent: true,
    summary: 'Vorgeschlagene Änderungen übernehmen, alle oder keine',
  }),
  decline: endpoint({
    method: 'POST',
    path: '/api/admin/dataCheck/family/:id/decline',
    access,
    params: IdParam,
    body: z.object({ ids: Ids, reason: MultilineText(DECLINE_REASON_MAX) }),
    response: MessageReply,
    idempotent: true,
    summary: 'Vorgeschlagene Änderungen ablehnen',
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/admin/dataCheck/family/:id/undo',
    access,
    params: IdParam,
    body: z.object({ ids: Ids }),
    response: MessageReply,
    idempotent: true,
    summary: 'Eine Entscheidung zurücknehmen; was übernommen war, ist wieder wie vorher',
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/admin/dataCheck/family/:id/confirm',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Eintragen, dass eine Person am Telefon alles bestätigt hat',
  }),
  unconfirm: endpoint({
    method: 'POST',
    path: '/api/admin/dataCheck/family/:id/unconfirm',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Eine Antwort vom Telefon zurücknehmen, solange der Datenabgleich läuft',
  }),
  tasks: endpoint({
    method: 'GET',
    path: '/api/admin/dataCheckTasks',
    access,
    /** `data_check_id`: the newest round with such a family; null when there is none. */
    response: z.object({ families: z.int(), data_check_id: Id.nullable() }),
    summary: 'Wie viele Personen Änderungen geschickt haben, über die niemand entschieden hat',
  }),
  confirmed: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/:id/dataCheck',
    access,
    params: IdParam,
    response: z.array(z.object({ name: z.string(), answered_at: Instant })),
    summary: 'Wer die Daten eines Kindes zuletzt bestätigt hat, und wann',
  }),
}
