import { z } from 'zod'
import { counted } from '#contract/counted.ts'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, Version } from '#contract/formats.ts'
import { TableFormat } from '#contract/table-formats.ts'
import { RegistrationQuery } from './registrations.list.ts'
import { RegistrationStatus } from './registrations.status.ts'

/** Most applications in one call; the page sends fewer at a time and shows the progress. */
export const BULK_MAX = 100

/** Most applications in one file. */
export const EXPORTED_MAX = 5000

const isDistinct = (ids: readonly number[]) => new Set(ids).size === ids.length
const EACH_ONCE = 'Jede Bewerbung nur einmal.'

/** The same text for unknown, deleted and other schools' applications, so that they cannot be told apart. */
export const BULK_TEXTS = {
  notFound: 'Diese Bewerbung gibt es nicht mehr.',
  stale: 'Der Status wurde inzwischen geändert.',
  noAddress: 'Keine E-Mail-Adresse.',
  rejected: 'Die Bewerbung ist abgelehnt.',
} as const

export const BulkStatusForm = z.object({
  /**
   * Changes are made in this order: the first one joins a waiting list first. An undo sends them the other way round.
   */
  changes: z
    .array(z.object({ id: Id, status: RegistrationStatus, version: Version.optional() }))
    .min(1)
    .max(BULK_MAX)
    .refine((changes) => isDistinct(changes.map(({ id }) => id)), EACH_ONCE),
})
export type BulkStatusForm = z.output<typeof BulkStatusForm>

const BulkItem = z.object({
  id: z.int(),
  /** Null, like the child's name, when the application was not found. */
  number: z.string().nullable(),
  child: z.string().nullable(),
  ok: z.boolean(),
  /** Why the change was refused; for a mail, who got one and who did not. */
  message: z.string().nullable(),
})

export const StatusResult = BulkItem.extend({
  /** The status now, also after a refusal. */
  status: RegistrationStatus.nullable(),
  /** The status before, for an undo. Null: it was not changed. */
  from: RegistrationStatus.nullable(),
  version: z.int().nullable(),
  wait_rank: z.int().nullable(),
})
export type StatusResult = z.output<typeof StatusResult>

/** More children are accepted than there are places (domain §3.1); one warning for each year and grade. */
export const PlacesWarning = z.object({
  school_year: z.string(),
  grade: z.int(),
  accepted: z.int(),
  places: z.int(),
})
export type PlacesWarning = z.output<typeof PlacesWarning>

/** `left_out`: nobody gets mail about an application that is over, withdrawn or rejected. */
const ResendOutcome = z.enum(['sent', 'verified', 'no_address', 'left_out', 'failed'])
export type ResendOutcome = z.output<typeof ResendOutcome>

export const ResendResult = BulkItem.extend({
  outcome: ResendOutcome,
  /** Mails that were put into the outbox. */
  sent: z.int(),
  /** The mails wait in the outbox, because none can leave now. */
  is_waiting: z.boolean(),
})
export type ResendResult = z.output<typeof ResendResult>

/** The text of the warning for staff. */
export const placesText = ({ school_year, grade, accepted, places }: PlacesWarning) =>
  `Klassenstufe ${grade} (${school_year}): ${accepted} angenommen, aber nur ${counted(places, 'Platz', 'Plätze')}.`

const ids = (most: number) => z.array(Id).min(1).max(most).refine(isDistinct, EACH_ONCE)

export const RegistrationExportForm = z.object({
  /**
   * Exactly these, in this order (`ids` lists them for the filters of a list); when one of them is unknown, the whole
   * call is 404.
   */
  ids: ids(EXPORTED_MAX),
  format: TableFormat,
})
export type RegistrationExportForm = z.output<typeof RegistrationExportForm>

const access = 'manage pupil application'

export const registrationBulkEndpoints = {
  ids: endpoint({
    method: 'GET',
    path: '/api/admin/schoolRegistration/ids',
    access,
    query: RegistrationQuery.omit({ page: true, per_page: true }),
    response: z.object({ ids: z.array(z.int()) }),
    summary: 'Alle Treffer der Filter in ihrer Reihenfolge, um sie auszuwählen',
  }),
  status: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/bulkStatus',
    access,
    body: BulkStatusForm,
    response: z.object({ results: z.array(StatusResult), warnings: z.array(PlacesWarning) }),
    idempotent: true,
    summary: 'Status mehrerer Bewerbungen ändern; sagt zu jeder, ob es ging',
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/bulkResend',
    access,
    body: z.object({ ids: ids(BULK_MAX) }),
    response: z.object({ results: z.array(ResendResult) }),
    idempotent: true,
    summary: 'Bestätigungsmail an alle unbestätigten Adressen der Bewerbungen, soweit erlaubt',
  }),
  /** Everybody with this permission also works on applications; a test of the roles makes sure of it. */
  export: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/export',
    access: 'export personal data',
    body: RegistrationExportForm,
    response: FileReply,
    isFile: true,
    summary: 'Gewählte Bewerbungen als Liste für Excel',
  }),
}
