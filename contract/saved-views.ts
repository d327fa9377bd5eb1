import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParam, Text } from './formats.ts'
import { MessageReply } from './message-reply.ts'
import { PUPIL_READERS } from './pupils.ts'

/** Lists whose filters, order and page size can be kept under a name. */
const VIEW_PAGES = ['pupils'] as const

export const SAVED_VIEWS_MAX = 30

/** Fixed texts of answers. */
export const SAVED_VIEW_TEXTS = {
  tooMany: `Es sind höchstens ${SAVED_VIEWS_MAX} Ansichten möglich. Bitte löschen Sie zuerst eine.`,
  kept: (name: string) => `Die Ansicht „${name}“ ist gemerkt.`,
  forgotten: 'Die Ansicht ist gelöscht.',
} as const

export const SavedView = z.object({
  id: Id,
  name: z.string(),
  /** The query of the page's address: `schoolclass_id=3&sort=birthdate`. */
  query: z.string(),
})
export type SavedView = z.output<typeof SavedView>

const Query = z
  .string()
  .max(1000)
  .overwrite((text) => new URLSearchParams(text).toString())

export const savedViewEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/savedView',
    access: PUPIL_READERS,
    query: z.object({ page: z.enum(VIEW_PAGES) }),
    response: z.array(SavedView),
    summary: 'Eigene gemerkte Ansichten einer Liste, nach Namen',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/savedView',
    access: PUPIL_READERS,
    /** The same name again replaces the view. */
    body: z.object({ page: z.enum(VIEW_PAGES), name: Text(60), query: Query }),
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
