import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, MultilineText, Text } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { ENCLOSURES_MAX, LetterBody, LetterSubject } from '#contract/pupildocuments/pupildocuments.ts'

/** Most kept texts of a school. */
export const LETTER_TEXTS_MAX = 60
export const LETTER_TEXT_NAME_MAX = 60

/** Fixed texts of answers. */
export const LETTER_TEXT_TEXTS = {
  tooMany: `Es sind höchstens ${LETTER_TEXTS_MAX} Texte möglich. Bitte löschen Sie zuerst einen.`,
  kept: (name: string) => `Der Text „${name}“ ist gemerkt.`,
  replaced: (name: string) => `Der Text „${name}“ ist ersetzt.`,
  deleted: (name: string) => `Der Text „${name}“ ist gelöscht.`,
} as const

export const LetterTextForm = z.object({
  name: Text(LETTER_TEXT_NAME_MAX),
  subject: LetterSubject,
  body: LetterBody,
  /** One line for each. */
  enclosures: MultilineText(ENCLOSURES_MAX),
})
export type LetterTextForm = z.output<typeof LetterTextForm>

export const LetterText = z.object({
  id: Id,
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  enclosures: z.string().nullable(),
})
export type LetterText = z.output<typeof LetterText>

/** Whoever writes serial letters. */
const access = 'export personal data' as const

export const letterTextEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/letterText',
    access,
    response: z.array(LetterText),
    summary: 'Gemerkte Texte für Serienbriefe, nach Namen',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/letterText',
    access,
    /** Saving under the same name replaces the text. */
    body: LetterTextForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Text eines Serienbriefs merken',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/letterText/:id',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Gemerkten Text eines Serienbriefs löschen',
  }),
}
