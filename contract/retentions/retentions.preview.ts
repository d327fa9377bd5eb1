import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import type { Permission } from '#contract/permissions.ts'
import { EmployeeRetention, PupilRetention } from './retentions.clock.ts'
import { PreviewFigures, PreviewQuery, SICKNOTE_RULES } from './retentions.lists.ts'
import { ERASED_SUBJECTS, type ErasedSubject } from './retentions.people.ts'
import { NOTICE_DAYS } from './retentions.rules.ts'
import { HoldForm, RetentionEntry, RetentionHold } from './retentions.ts'

/** The records that the preview lists beside applications; a withdrawn consent stands under the name of its pupil. */
export const PREVIEW_SUBJECTS = [
  'pupil',
  'employee',
  'consent',
  'user',
  'request',
] as const satisfies readonly ErasedSubject[]

const PersonFacts = z.object({
  subject: z.enum(PREVIEW_SUBJECTS),
  id: Id,
  /** „Müller, Mia“. */
  name: z.string(),
  /**
   * The last day at the school; of an account the day on which it was closed, of a consent that of the withdrawal, of
   * a request that of the answer.
   */
  ended_on: z.iso.date().nullable(),
})
export const DuePerson = PersonFacts.extend(RetentionEntry.shape)
export type DuePerson = z.output<typeof DuePerson>
/** Only pupils and employees can be put on hold. */
export const HeldPerson = PersonFacts.extend({ subject: z.enum(['pupil', 'employee']), hold: RetentionHold })
export type HeldPerson = z.output<typeof HeldPerson>

/** Sick notes that go on a day: the report alone, which is remark and reporter, or the whole note. */
const DueSicknotes = z.object({ rule: z.enum(SICKNOTE_RULES), due_on: z.iso.date(), count: z.int() })
export type DueSicknotes = z.output<typeof DueSicknotes>

export const PeoplePreview = PreviewFigures.extend({
  /** Erasures within `NOTICE_DAYS`, the soonest first. */
  due: z.array(DuePerson),
  /** Sorted by the end of the hold. */
  held: z.array(HeldPerson),
  /** The soonest first. */
  sicknotes: z.array(DueSicknotes),
})
export type PeoplePreview = z.output<typeof PeoplePreview>

/** What was erased by a rule on a day, as a proof without names. */
export const ErasureCount = z.object({
  erased_on: z.iso.date(),
  subject: z.enum(ERASED_SUBJECTS),
  rule: z.string(),
  action: z.enum(['reduce', 'delete']),
  count: z.int(),
})
export type ErasureCount = z.output<typeof ErasureCount>

/** The proofs of one year, so that the answer stays small however long the school uses the program. */
export const ErasureProofs = z.object({
  /** All years with proofs, the newest first. */
  years: z.array(z.int()),
  /** The year of the counts; null: nothing was erased yet. */
  year: z.int().nullable(),
  /** The newest day first. */
  counts: z.array(ErasureCount),
})
export type ErasureProofs = z.output<typeof ErasureProofs>

/** The clock of one kind of person: read, put on hold, go on. */
const personEndpoints = <R extends z.ZodType>(
  subject: 'pupil' | 'employee',
  { access, name, clock }: { access: Permission; name: string; clock: R },
) => ({
  get: endpoint({
    method: 'GET',
    path: `/api/admin/retention/${subject}/:id`,
    pageOf: subject,
    access,
    params: IdParam,
    response: clock,
    summary: `${name}: wann Daten gelöscht werden und ob das ausgesetzt ist`,
  }),
  /** Replaces an existing hold; 422 for a day that `untilRefusal` rejects. */
  hold: endpoint({
    method: 'PUT',
    path: `/api/admin/retention/${subject}/:id/hold`,
    access,
    params: IdParam,
    body: HoldForm,
    response: MessageReply,
    summary: `${name}: Löschung aussetzen`,
  }),
  /** What is due by then stays in the preview for `NOTICE_DAYS` first. */
  endHold: endpoint({
    method: 'DELETE',
    path: `/api/admin/retention/${subject}/:id/hold`,
    access,
    params: IdParam,
    response: MessageReply,
    summary: `${name}: Aussetzung der Löschung beenden`,
  }),
})

export const personRetentionEndpoints = {
  pupil: personEndpoints('pupil', { access: 'manage pupil', name: 'SuS', clock: PupilRetention }),
  employee: personEndpoints('employee', {
    access: 'manage employee',
    name: 'Mitarbeitende',
    clock: EmployeeRetention,
  }),
}

/** Pupils need 'manage pupil', employees 'manage employee'; whoever holds one sees these. */
export const peopleRetentionEndpoints = {
  preview: endpoint({
    method: 'GET',
    path: '/api/admin/retention/people',
    access: ['manage pupil', 'manage employee'],
    query: PreviewQuery,
    response: PeoplePreview,
    summary: `Löschvorschau für SuS und Mitarbeitende: die nächsten ${NOTICE_DAYS} Tage und was ausgesetzt ist`,
  }),
  erasures: endpoint({
    method: 'GET',
    path: '/api/admin/retention/erasures',
    access: 'manage schoolyear',
    /** Without a year the newest one. */
    query: z.object({ year: z.coerce.number().int().min(2000).max(9999).optional() }),
    response: ErasureProofs,
    summary: 'Was in einem Jahr gelöscht wurde: Zahlen je Tag und Regel, ohne Namen',
  }),
}
