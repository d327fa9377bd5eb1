import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { cleanLine, Id, IdParam, OptionalText, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { changeOf, newOf, readOf } from '#contract/record.ts'
import { LiftForm, RestrictionForm } from '#contract/restrictions/restrictions.ts'
import {
  ExtensionForm,
  IDENTITY_METHOD_LABELS,
  IdentityForm,
  NAME_MAX,
  PrivacyRequest,
  REQUEST_KIND_LABELS,
  type RESULT_LABELS,
  ResultForm,
} from './privacyrequest.record.ts'
import { LetterForm } from './privacyrequests.letters.ts'
import { REQUEST_SUBJECTS, SubjectKey, UNKNOWN_SUBJECT } from './privacyrequests.subjects.ts'

const subjectFields = {
  subject: SubjectKey,
  /** Only for somebody whom the school does not know. */
  subject_name: OptionalText(NAME_MAX),
}

export const NewRequestForm = newOf(PrivacyRequest).extend(subjectFields)
export type NewRequestForm = z.output<typeof NewRequestForm>

/** The changed keys only. */
export const RequestChange = changeOf(PrivacyRequest).extend({
  subject: SubjectKey.optional(),
  subject_name: subjectFields.subject_name.optional(),
})
export type RequestChange = z.output<typeof RequestChange>

const Day = z.iso.date()
const keysOf = <K extends string>(labels: Readonly<Record<K, string>>) => z.enum(Object.keys(labels) as [K, ...K[]])

/** The person whom a request is about, with the name as the school knows it today. */
export const RequestedSubject = z.object({
  type: z.enum([...REQUEST_SUBJECTS, UNKNOWN_SUBJECT]),
  /** Null: nobody whom the school knows, or the person was erased. */
  id: Id.nullable(),
  name: z.string().nullable(),
  /** What tells people of one name apart. */
  hint: z.string().nullable(),
  erased_on: Day.nullable(),
})
export type RequestedSubject = z.output<typeof RequestedSubject>

/** A row of the register. */
export const RequestRow = z.object({
  id: Id,
  kind: keysOf(REQUEST_KIND_LABELS),
  subject: RequestedSubject,
  requested_by: z.string().nullable(),
  received_on: Day,
  extended_by: z.int().nullable(),
  identity_checked_on: Day.nullable(),
  done_on: Day.nullable(),
  result: z.enum(['granted', 'partly', 'refused', 'withdrawn'] satisfies (keyof typeof RESULT_LABELS)[]).nullable(),
})
export type RequestRow = z.output<typeof RequestRow>

export const REQUEST_EVENTS = [
  'received',
  'changed',
  'extended',
  'identity_checked',
  'letter',
  'package',
  'restricted',
  'unrestricted',
  'erased',
  'done',
  'reopened',
] as const
export type RequestEventKind = (typeof REQUEST_EVENTS)[number]

const RequestEvent = z.object({
  id: Id,
  kind: z.enum(REQUEST_EVENTS),
  at: z.iso.datetime(),
  /** Null: the system, or an account that is gone. */
  by: z.string().nullable(),
  /** Names of changed fields, or the kind of letter. */
  fields: z.array(z.string()),
})
export type RequestEvent = z.output<typeof RequestEvent>

export const RequestDetails = RequestRow.extend({
  ...readOf(PrivacyRequest).shape,
  /** Null once the subject or the person who asked was erased. */
  requested_by: z.string().nullable(),
  subject_name: z.string().nullable(),
  extended_on: Day.nullable(),
  extension_reason: z.string().nullable(),
  identity_method: keysOf(IDENTITY_METHOD_LABELS).nullable(),
  identity_note: z.string().nullable(),
  identity_checked_by: z.string().nullable(),
  result_reason: z.string().nullable(),
  done_by: z.string().nullable(),
  /** The stored address of the person who asks, if the name is that of the subject or of somebody who belongs to it. */
  known_address: z.array(z.string()),
  /** A child with whom a guardian stands, for guardians have no page of their own; null for all others. */
  child_id: Id.nullable(),
  /** The authority that hears complaints about the school. */
  authority: z.string(),
  /** Whether only heads see the subject now; null: nobody can be restricted. */
  is_restricted: z.boolean().nullable(),
  /** When the nightly run deletes the request; null while it is open. */
  delete_on: Day.nullable(),
  events: z.array(RequestEvent),
  version: Version,
})
export type RequestDetails = z.output<typeof RequestDetails>

/** A person found by the search for the subject. */
export const SubjectHit = z.object({
  type: z.enum(REQUEST_SUBJECTS),
  id: Id,
  name: z.string(),
  hint: z.string().nullable(),
})
export type SubjectHit = z.output<typeof SubjectHit>

/** Most people of each kind in the search for the subject. */
export const SUBJECT_HITS_MAX = 8
const SEARCH_MIN = 2

/** The law makes the head answer requests. Secretaries have the same role without this permission (domain §4). */
const access = 'view pupil sensitive' as const
const path = '/api/admin/privacyRequest'

export const privacyRequestEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    access,
    response: z.array(RequestRow),
    summary: 'Anfragen zum Datenschutz, die neueste zuerst',
  }),
  subjects: endpoint({
    method: 'GET',
    path: `${path}/subjects`,
    access,
    query: z.object({ q: z.string().overwrite(cleanLine).min(SEARCH_MIN).max(100) }),
    response: z.array(SubjectHit),
    summary: 'Personen der Schule, um die es in einer Anfrage gehen kann',
  }),
  add: endpoint({
    method: 'POST',
    path,
    access,
    body: NewRequestForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Anfrage zum Datenschutz erfassen',
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    access,
    params: IdParam,
    response: RequestDetails,
    summary: 'Eine Anfrage mit Frist, Ergebnis und Verlauf',
  }),
  change: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    access,
    params: IdParam,
    body: RequestChange,
    response: MessageReply,
    summary: 'Anfrage ändern; sendet nur die geänderten Angaben',
  }),
  extend: endpoint({
    method: 'PUT',
    path: `${path}/:id/extension`,
    access,
    params: IdParam,
    body: ExtensionForm,
    response: MessageReply,
    summary: 'Frist einmal verlängern, mit Grund',
  }),
  checkIdentity: endpoint({
    method: 'PUT',
    path: `${path}/:id/identity`,
    access,
    params: IdParam,
    body: IdentityForm,
    response: MessageReply,
    summary: 'Eintragen, wie die Identität geprüft wurde',
  }),
  finish: endpoint({
    method: 'PUT',
    path: `${path}/:id/result`,
    access,
    params: IdParam,
    body: ResultForm,
    response: MessageReply,
    summary: 'Ergebnis eintragen und die Anfrage abschließen',
  }),
  reopen: endpoint({
    method: 'DELETE',
    path: `${path}/:id/result`,
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Ergebnis zurücknehmen',
  }),
  restrict: endpoint({
    method: 'POST',
    path: `${path}/:id/restriction`,
    access,
    params: IdParam,
    body: RestrictionForm,
    response: MessageReply,
    summary: 'Verarbeitung der Person einschränken, um die es geht; das steht im Verlauf der Anfrage',
  }),
  lift: endpoint({
    method: 'POST',
    path: `${path}/:id/restriction/lift`,
    access,
    params: IdParam,
    body: LiftForm,
    response: MessageReply,
    summary: 'Diese Einschränkung aufheben; das steht im Verlauf der Anfrage',
  }),
  letter: endpoint({
    method: 'POST',
    path: `${path}/:id/letter`,
    access,
    params: IdParam,
    body: LetterForm,
    response: FileReply,
    isFile: true,
    summary: 'Schreiben zu einer Anfrage als PDF',
  }),
}
