import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { FILE_MESSAGES, Id, Text } from '#contract/formats.ts'

/** What all files of a circular may have together, and so each of them. */
export const ATTACHMENT_BYTES = 5 * 1024 * 1024
export const ATTACHMENT_LIMIT = '5 MB'
export const ATTACHMENTS_MAX = 5
export const ATTACHMENT_NAME_MAX = 120

export const ATTACHMENT_TEXTS = {
  type: `${FILE_MESSAGES.type} Bitte speichern Sie die Datei als PDF.`,
  empty: 'Die Datei ist leer.',
  gone: 'Bitte fügen Sie die Anlagen noch einmal hinzu.',
  waiting: 'Es warten schon viele Anlagen, die noch nicht gesendet sind. Bitte senden Sie zuerst eine Rundmail.',
} as const

/** A file that goes along; `size` in bytes. */
export const CircularAttachment = z.object({ id: Id, filename: z.string(), size: z.int() })
export type CircularAttachment = z.output<typeof CircularAttachment>

/** The chosen files of a circular that is being sent. */
export const AttachmentIds = z.array(Id).max(ATTACHMENTS_MAX, FILE_MESSAGES.count(ATTACHMENTS_MAX)).default([])

const access = 'manage pupil'

export const circularAttachmentEndpoints = {
  add: endpoint({
    method: 'POST',
    path: '/api/admin/circular/attachment',
    access,
    query: z.object({ filename: Text(ATTACHMENT_NAME_MAX) }),
    body: z.instanceof(Uint8Array),
    isUpload: true,
    maxBodyBytes: ATTACHMENT_BYTES,
    response: CircularAttachment,
    status: 201,
    summary: 'Eine PDF als Anlage hochladen (application/octet-stream); ungesendet bleibt sie bis zur nächsten Nacht',
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/admin/circular/:id/attachment/:attachment_id',
    access,
    params: z.object({ id: z.coerce.number().pipe(Id), attachment_id: z.coerce.number().pipe(Id) }),
    response: FileReply,
    isFile: true,
    summary: 'Anlage einer Rundmail',
  }),
}
