import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Instant, IsoDate, QueryId, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { changeOf, newOf, readOf } from '#contract/record.ts'
import { SENSITIVE_KINDS } from './sensitive.kinds.ts'
import { SENSITIVE_CONTENT, Sensitive } from './sensitive.record.ts'

const Stored = readOf(Sensitive).shape

/** One entry of class D; its content has only the keys of its kind, and is missing while the entry is locked. */
export const SensitiveEntry = z.object({
  ...readOf(Sensitive).partial().shape,
  id: Id,
  kind: Stored.kind,
  visible_to_teachers: Stored.visible_to_teachers,
  valid_until: Stored.valid_until,
  legal_basis: z.string(),
  confirmed_at: z.iso.date(),
  /** The consent it rests on was withdrawn. */
  locked_at: Instant.nullable(),
  /**
   * Names of people who have not consented yet, because custody has changed since the entry; null: the consent is
   * valid.
   */
  lapsed: z.array(z.string()).nullable(),
  /** The key it was encrypted with is lost: nobody can read it any more. */
  is_unreadable: z.boolean(),
  created_by: z.string().nullable(),
  updated_at: Instant,
  version: Version,
})
export type SensitiveEntry = z.output<typeof SensitiveEntry>

export const SensitiveReply = z.object({
  entries: z.array(SensitiveEntry),
  may_change: z.boolean(),
  /** Kinds that cannot be entered because a consent is missing; only for users who may make changes. */
  lacking_consent: z.array(z.enum(SENSITIVE_KINDS)),
})
export type SensitiveReply = z.output<typeof SensitiveReply>

const { visible_to_teachers, valid_until } = newOf(Sensitive).shape

const formOf = <K extends keyof typeof SENSITIVE_CONTENT>(kind: K) =>
  z.object({ kind: z.literal(kind), ...SENSITIVE_CONTENT[kind], visible_to_teachers, valid_until })

/** The fields of an entry, by its kind. */
export const SensitiveForm = z.discriminatedUnion('kind', [
  formOf('health_hint'),
  formOf('blocking_note'),
  formOf('special_needs'),
  formOf('disadvantage_compensation'),
  formOf('religion_class'),
  // An official permit always has an end.
  formOf('education_participation').extend({ valid_until: IsoDate }),
  formOf('measles_contraindication'),
])
export type SensitiveForm = z.output<typeof SensitiveForm>

/** The changed keys; those of another kind are ignored. */
export const SensitiveChange = changeOf(Sensitive.omit({ kind: true }))
export type SensitiveChange = z.output<typeof SensitiveChange>

const EntryParams = z.object({ id: QueryId, sensitive_id: QueryId })

export const SensitiveQuery = z.object({
  /** Only entries of this kind: in an emergency nobody needs the others. */
  kind: z.enum(SENSITIVE_KINDS).optional(),
})
const access = 'view pupil sensitive' as const

/** This is the only access to class D; each read is one line of the log (domain DP-11). */
export const sensitiveEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/:id/sensitive',
    pageOf: 'pupil',
    // Teachers get the entries that were opened to them; all others need 'view pupil sensitive'.
    access: ['view pupil sensitive', 'view attached pupil'],
    params: IdParam,
    query: SensitiveQuery,
    response: SensitiveReply,
    isLogged: true,
    summary: 'Vertrauliche Angaben; jeder Aufruf wird protokolliert',
  }),
  // Not idempotent, because that would store a hash of the body. The same entry twice is recognised by its content.
  add: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/:id/sensitive',
    access,
    params: IdParam,
    body: SensitiveForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    summary: 'Vertrauliche Angabe eintragen',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/pupil/:id/sensitive/:sensitive_id',
    access,
    params: EntryParams,
    body: SensitiveChange,
    response: MessageReply,
    summary: 'Vertrauliche Angabe ändern',
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/:id/sensitive/:sensitive_id/confirm',
    access,
    params: EntryParams,
    response: MessageReply,
    summary: 'Bestätigen, dass die Angabe noch gilt (jährlich)',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/pupil/:id/sensitive/:sensitive_id',
    access,
    params: EntryParams,
    response: MessageReply,
    summary: 'Vertrauliche Angabe endgültig löschen',
  }),
}
