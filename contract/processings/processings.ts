import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { changeOf, newOf, readOf } from '#contract/record.ts'
import { OwnProcessing, ProcessingReview } from './processing.record.ts'
import { PRODUCT_KEYS } from './product-activities.ts'

/** An activity of the register (Art. 30 DSGVO, domain DP-21). */
const Processing = z.object({
  /** The key of an activity of the program. Null: an activity that the school has entered itself. */
  key: z.enum(PRODUCT_KEYS).nullable(),
  /** Null: the school has added nothing yet. */
  id: Id.nullable(),
  title: z.string(),
  purpose: z.string(),
  legal_basis: z.string(),
  persons: z.string(),
  categories: z.string(),
  recipients: z.array(z.string()),
  retention: z.array(z.string()),
  note: z.string().nullable(),
  reviewed_on: z.iso.date().nullable(),
  /** The version of what the school has added. */
  version: Version,
})
export type Processing = z.output<typeof Processing>

export const StoredProcessing = readOf(OwnProcessing).extend({ id: Id, version: Version })
export type StoredProcessing = z.output<typeof StoredProcessing>

export const ProcessingRegister = z.object({
  /** Lines: who is responsible, contact for data protection, authority. */
  controller: z.array(z.object({ label: z.string(), value: z.string() })),
  activities: z.array(Processing),
  measures: z.array(z.string()),
})
export type ProcessingRegister = z.output<typeof ProcessingRegister>

export const NewProcessingForm = newOf(OwnProcessing)
export type NewProcessingForm = z.output<typeof NewProcessingForm>
export const ProcessingChange = changeOf(OwnProcessing)
export type ProcessingChange = z.output<typeof ProcessingChange>
export const ReviewChange = changeOf(ProcessingReview)
export type ReviewChange = z.output<typeof ReviewChange>

export const PROCESSING_TEXTS = {
  ahead: 'Dieser Tag liegt in der Zukunft.',
  removed: (title: string) => `„${title}“ steht nicht mehr im Verzeichnis.`,
  none: 'keine',
  thirdCountry:
    'Eine Übermittlung in ein Land außerhalb der EU und des EWR findet durch das Programm nicht statt. Maßgeblich ist der eingetragene Ort der Auftragsverarbeiter.',
} as const

/** Written by the head only (ADR 0042). */
const access = 'view pupil sensitive'

export const REGISTER_FORMATS = { pdf: 'PDF', markdown: 'Markdown' } as const
export type RegisterFormat = keyof typeof REGISTER_FORMATS

export const processingEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/processing',
    access: 'export personal data',
    response: ProcessingRegister,
    summary: 'Verzeichnis der Verarbeitungstätigkeiten, wie es heute gilt',
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/admin/processing/document',
    access: 'export personal data',
    query: z.object({ format: z.enum(Object.keys(REGISTER_FORMATS) as [RegisterFormat, ...RegisterFormat[]]) }),
    response: FileReply,
    isFile: true,
    summary: 'Das Verzeichnis als PDF oder Markdown',
  }),
  review: endpoint({
    method: 'PUT',
    path: '/api/admin/processing/product/:key',
    access,
    params: z.object({ key: z.enum(PRODUCT_KEYS) }),
    body: ReviewChange,
    response: MessageReply,
    summary: 'Eine Tätigkeit des Programms ergänzen oder als geprüft eintragen',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/processing',
    access,
    body: NewProcessingForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Eine eigene Tätigkeit eintragen',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/processing/:id',
    access,
    params: IdParam,
    body: ProcessingChange,
    response: MessageReply,
    summary: 'Eine eigene Tätigkeit ändern',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/processing/:id',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Eine eigene Tätigkeit entfernen',
  }),
}
