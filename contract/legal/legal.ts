import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { FactChange, TemplateForm, TextFacts } from '#contract/text-templates.ts'

/** The texts every installation owes its visitors; each is a page. */
export const LEGAL_KEYS = ['impressum', 'datenschutz', 'barrierefreiheit'] as const
export type LegalKey = (typeof LEGAL_KEYS)[number]

export const LEGAL_TITLES: Record<LegalKey, string> = {
  impressum: 'Impressum',
  datenschutz: 'Datenschutz',
  barrierefreiheit: 'Barrierefreiheit',
}

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

/** A text as its editor needs it. */
const LegalDraft = z.object({
  key: z.enum(LEGAL_KEYS),
  /** With its placeholders; a text from before there were any is as it was. */
  template_markdown: z.string(),
  body_markdown: z.string(),
  version_number: z.int().min(0),
  /** What each placeholder says today. */
  facts: TextFacts,
  /** Facts that the published text names as they were. */
  changes: z.array(FactChange),
})
export type LegalDraft = z.output<typeof LegalDraft>

export const legalEndpoints = {
  find: endpoint({
    method: 'GET',
    path: '/api/public/legal/:key',
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
    response: z.array(
      LegalText.extend({
        id: Id.nullable(),
        created_by_name: z.string().nullable(),
        template_markdown: z.string(),
      }),
    ),
    summary: 'Alle Fassungen, neueste zuerst',
  }),
  draft: endpoint({
    method: 'GET',
    path: '/api/admin/legal/:key',
    access: 'debug view',
    scope: 'installation',
    params: KeyParam,
    response: LegalDraft,
    summary: 'Ein Text mit seinen Platzhaltern, und was sich seit der Veröffentlichung geändert hat',
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/admin/legal/:key',
    access: 'debug view',
    scope: 'installation',
    params: KeyParam,
    body: TemplateForm,
    response: MessageReply,
    summary: 'Eine neue Fassung veröffentlichen; die alten bleiben lesbar',
  }),
}
