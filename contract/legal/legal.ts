import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, Lines } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { LEGAL_FIND, LEGAL_KEYS } from './legal.titles.ts'

const KeyParam = z.object({ key: z.enum(LEGAL_KEYS) })

const LegalText = z.object({
  key: z.enum(LEGAL_KEYS),
  body_markdown: z.string(),
  /** 0: the text that comes with the product; each change adds one. */
  version_number: z.int().min(0),
  /** Null for the text that comes with the product. */
  created_at: Instant.nullable(),
})
export type LegalText = z.output<typeof LegalText>

/** Letters of a text, its Markdown counted. */
export const LEGAL_TEXT_MAX = 60_000

export const LegalForm = z.object({
  body_markdown: Lines(LEGAL_TEXT_MAX),
  /** The version that was read before writing; 409 when there is a newer one. */
  version_number: z.int().min(0),
})
export type LegalForm = z.output<typeof LegalForm>

export const legalEndpoints = {
  find: endpoint({
    ...LEGAL_FIND,
    access: 'public',
    params: KeyParam,
    response: LegalText,
    summary: 'Impressum, Datenschutz oder Barrierefreiheit, die neueste Fassung',
  }),
  versions: endpoint({
    method: 'GET',
    path: '/api/admin/legal/:key/versions',
    access: 'debug view',
    scope: 'installation',
    params: KeyParam,
    response: z.array(LegalText.extend({ id: Id.nullable(), created_by_name: z.string().nullable() })),
    summary: 'Alle Fassungen, neueste zuerst',
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/admin/legal/:key',
    access: 'debug view',
    scope: 'installation',
    params: KeyParam,
    body: LegalForm,
    response: MessageReply,
    summary: 'Eine neue Fassung veröffentlichen; die alten bleiben lesbar',
  }),
}
