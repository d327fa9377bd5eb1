import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, Instant } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { FactChange, TemplateForm, TextFacts } from '#contract/text-templates.ts'

/** A version of the school's Art. 13 notice (domain DP-01). */
export const NoticeVersion = z.object({
  id: Id,
  version_number: z.int().min(1),
  /** The text as families read it. */
  body_markdown: z.string(),
  /** Null: the text was written before there were placeholders. */
  template_markdown: z.string().nullable(),
  created_at: Instant,
  /** Null: written when the school was set up. */
  created_by_name: z.string().nullable(),
  /** How many applications came with this version. */
  readers: z.int().min(0),
})
export type NoticeVersion = z.output<typeof NoticeVersion>

const PrivacyNotices = z.object({
  /** Newest first; the form of the applications shows the first. */
  versions: z.array(NoticeVersion).min(1),
  /** What each placeholder says today. */
  facts: TextFacts,
  /** Facts that have changed since the newest version was published. */
  changes: z.array(FactChange),
  /** Placeholders whose facts a text without placeholders does not mention. */
  lacking: z.array(z.string()),
  /** The text that comes with the product. */
  product_template: z.string(),
})
export type PrivacyNotices = z.output<typeof PrivacyNotices>

/** Most applications that are listed for one version. */
export const READERS_MAX = 500

/** A family that read this version, known by the application that it sent. */
const NoticeReader = z.object({
  registration_id: Id,
  number: z.string(),
  child_firstname: z.string(),
  child_lastname: z.string(),
  /** Who filled in the form. */
  contact: z.string().nullable(),
  read_at: Instant,
})
export type NoticeReader = z.output<typeof NoticeReader>

const NoticeReaders = z.object({ total: z.int().min(0), rows: z.array(NoticeReader) })

export const privacyNoticeEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/privacyNotice',
    access: 'export personal data',
    response: PrivacyNotices,
    summary: 'Datenschutzhinweise der Schule: alle Fassungen und was sich seither geändert hat',
  }),
  publish: endpoint({
    method: 'PUT',
    path: '/api/admin/privacyNotice',
    // The notice is the head's declaration to families (ADR 0042).
    access: 'view pupil sensitive',
    body: TemplateForm,
    response: MessageReply,
    summary: 'Eine neue Fassung veröffentlichen; die alten bleiben lesbar',
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/admin/privacyNotice/:id/document',
    access: 'export personal data',
    params: IdParam,
    response: FileReply,
    isFile: true,
    summary: 'Eine Fassung der Datenschutzhinweise als PDF',
  }),
  readers: endpoint({
    method: 'GET',
    path: '/api/admin/privacyNotice/:id/readers',
    access: 'manage pupil application',
    params: IdParam,
    response: NoticeReaders,
    summary: 'Welche Bewerbungen mit einer Fassung kamen',
  }),
}
