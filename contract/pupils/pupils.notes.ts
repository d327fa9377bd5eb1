import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Instant, Lines, QueryId, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'

/** Longest note. */
export const PUPIL_NOTE_MAX = 4000

/** A dated note by staff, class E: with 'manage pupil' all notes, for teachers their own (domain §1.0). */
export const PupilNote = z.object({
  id: Id,
  body_markdown: z.string(),
  author: z.string().nullable(),
  /** Written by the viewer; whoever sees a note may also change and delete it. */
  is_own: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  version: Version,
})
export type PupilNote = z.output<typeof PupilNote>

const Body = Lines(PUPIL_NOTE_MAX)

/** One step of the history: „hat Angaben zu Anna Müller geändert“: „Telefon mobil“, „darf abholen: nein“. */
const PupilHistoryChange = z.object({
  /** The rest of a sentence that begins with the name of a person. */
  text: z.string(),
  /** German names of the changed fields; a switch also has its new state. */
  fields: z.array(z.string()),
})
export type PupilHistoryChange = z.output<typeof PupilHistoryChange>

/** Everything somebody did to the record at once: when and by whom, without the values of the fields (domain DP-06). */
export const PupilHistoryEntry = z.object({
  id: Id,
  at: Instant,
  /** Null: the system itself. */
  by: z.string().nullable(),
  changes: z.array(PupilHistoryChange),
})
export type PupilHistoryEntry = z.output<typeof PupilHistoryEntry>

const NoteParams = z.object({ id: QueryId, note_id: QueryId })
/** Viewers see no notes (domain §1.0). */
const access = ['manage pupil', 'view attached pupil'] as const

export const pupilNoteEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/:id/notes',
    pageOf: 'pupil',
    access,
    params: IdParam,
    response: z.array(PupilNote),
    opens: 'pupil',
    summary: 'Notizen, die neueste zuerst; Lehrkräfte sehen ihre eigenen',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/:id/notes',
    access,
    params: IdParam,
    body: z.object({ body_markdown: Body }),
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Notiz schreiben',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/pupil/:id/notes/:note_id',
    access,
    params: NoteParams,
    body: z.object({ body_markdown: Body, version: Version.optional() }),
    response: MessageReply,
    summary: 'Notiz ändern',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/pupil/:id/notes/:note_id',
    access,
    params: NoteParams,
    response: MessageReply,
    summary: 'Notiz löschen',
  }),
}

export const pupilHistoryEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/:id/history',
    pageOf: 'pupil',
    access: 'manage pupil',
    params: IdParam,
    response: z.array(PupilHistoryEntry),
    opens: 'pupil',
    summary: 'Verlauf: wer wann welche Angabe geändert hat; aus den neuesten 200 Zeilen des Protokolls',
  }),
}
