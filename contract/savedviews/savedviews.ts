import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Text } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { PUPIL_READERS } from '#contract/pupils/pupils.ts'

/** Lists whose filters, order and page size can be saved under a name. */
const VIEW_PAGES = ['pupils'] as const

export const SAVED_VIEWS_MAX = 30

/** Fixed texts of answers. */
export const SAVED_VIEW_TEXTS = {
  tooMany: `Es sind höchstens ${SAVED_VIEWS_MAX} Ansichten möglich. Bitte löschen Sie zuerst eine.`,
  kept: (name: string) => `Die Ansicht „${name}“ ist gemerkt.`,
  replaced: (name: string) => `Die Ansicht „${name}“ ist ersetzt.`,
  forgotten: (name: string) => `Die Ansicht „${name}“ ist vergessen.`,
  shared: (name: string) => `Die Ansicht „${name}“ sehen jetzt alle Kolleginnen und Kollegen.`,
  mayNotShare: 'Nur wer Schülerinnen und Schüler bearbeitet, kann Ansichten freigeben.',
} as const

export const SavedView = z.object({
  id: Id,
  name: z.string(),
  /** The query of the page's address: `schoolclass_id=3&sort=birthdate`. */
  query: z.string(),
  /** All colleagues see it, as far as their role shows what it is about. */
  shared: z.boolean(),
  /** Of the viewer; those of others can be shown and nothing else. */
  is_own: z.boolean(),
})
export type SavedView = z.output<typeof SavedView>

/** The query in the encoding of addresses, where an umlaut takes six characters; the limit is for the stored text. */
const Query = z
  .string()
  .overwrite((text) => new URLSearchParams(text).toString())
  .max(4000)

export const savedViewEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/savedView',
    access: PUPIL_READERS,
    query: z.object({ page: z.enum(VIEW_PAGES) }),
    response: z.array(SavedView),
    summary: 'Eigene und freigegebene Ansichten einer Liste, nach Namen',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/savedView',
    access: PUPIL_READERS,
    /** Saving under the same name replaces the view. */
    body: z.object({
      page: z.enum(VIEW_PAGES),
      name: Text(60),
      query: Query,
      /** For all colleagues; only with 'manage pupil'. */
      shared: z.boolean().default(false),
    }),
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Ansicht merken',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/savedView/:id',
    access: PUPIL_READERS,
    params: IdParam,
    response: MessageReply,
    summary: 'Gemerkte Ansicht vergessen',
  }),
}
