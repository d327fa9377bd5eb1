import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { FILE_MESSAGES, Id, IdParam, Instant, QueryId, Several, Text } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import type { Permission } from '#contract/permissions.ts'
import { choice, newOf, text } from '#contract/record.ts'
import { SUBJECT_PERMISSIONS } from '#contract/subjects.ts'
import { type PaperSubject, STORED_PAPER_KINDS, STORED_PAPER_LABELS } from './papers.kinds.ts'

/** All files of one upload together. */
export const PAPER_BYTES = 10 * 1024 * 1024
export const PAPER_LIMIT = '10 MB'
/** Papers of one record. */
export const PAPERS_MAX = 20
/** Photos that become one paper, a page each. */
export const PHOTOS_MAX = 20
/** Pages of a PDF. */
export const PAPER_PAGES_MAX = 100
export const PAPER_TITLE_MAX = 120
/** The longest side of a photo and its pixels: more would not fit into the memory of the server. */
export const PHOTO_SIDE_MAX = 12_000
export const PHOTO_PIXELS_MAX = 50_000_000

export const PAPER_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const

export const PAPER_TEXTS = {
  type: `${FILE_MESSAGES.type} Möglich sind PDF und Fotos (JPEG oder PNG).`,
  none: 'Bitte wählen Sie eine PDF oder Fotos aus.',
  empty: 'Die Datei ist leer.',
  mixed: 'Eine PDF geht nur allein. Mehrere Seiten auf einmal gehen nur mit Fotos.',
  photos: FILE_MESSAGES.count(PHOTOS_MAX),
  photoSize: 'Das Foto hat zu viele Bildpunkte. Bitte nehmen Sie es mit kleinerer Auflösung auf.',
  photoBroken: 'Das Foto lässt sich nicht lesen. Bitte nehmen Sie es noch einmal auf.',
  pdfBroken: 'Die Datei ist beschädigt oder keine PDF. Bitte speichern oder scannen Sie sie noch einmal.',
  pdfLocked: 'Die PDF ist verschlüsselt. Bitte speichern Sie sie ohne Kennwort.',
  pdfActive: 'Die PDF enthält Programme oder andere Dateien. Bitte drucken Sie sie und laden Sie den Ausdruck hoch.',
  pdfPages: `Die PDF hat mehr als ${PAPER_PAGES_MAX} Seiten.`,
  infected: 'Die Virenprüfung hat in der Datei Schadsoftware gefunden. Sie wurde nicht gespeichert.',
  unchecked: 'Die Virenprüfung ist gerade nicht möglich. Bitte versuchen Sie es später noch einmal.',
  incomplete: 'Die Dateien sind unvollständig angekommen. Bitte laden Sie sie noch einmal hoch.',
  closed:
    'Hier wird nichts mehr abgelegt: Die Unterlagen gehören auf die Seite des Kindes, oder die Daten sind schon gelöscht.',
  running: 'Es wird gerade schon eine Datei von Ihnen hochgeladen. Bitte warten Sie, bis sie fertig ist.',
  tooMany: `Hier liegen schon ${PAPERS_MAX} Unterlagen. Bitte löschen Sie zuerst eine.`,
  schoolFull:
    'Der Speicher der Schule für Unterlagen ist voll. Bitte löschen Sie ältere oder fragen Sie die Verwaltung.',
  added: 'Die Unterlage ist gespeichert.',
  removed: 'Die Unterlage ist gelöscht.',
  restored: 'Die Unterlage ist wieder da.',
} as const

const Kind = z.enum(STORED_PAPER_KINDS)

/** What the user says about a paper. */
export const PaperFacts = z.object({
  title: text('Titel', Text(PAPER_TITLE_MAX), { max: PAPER_TITLE_MAX, placeholder: 'z. B. Bescheid vom 3. November' }),
  kind: choice('Art', STORED_PAPER_LABELS),
})
export const PaperForm = newOf(PaperFacts)
export type PaperForm = z.output<typeof PaperForm>

/** A stored paper without its bytes; `size` in bytes. */
export const Paper = z.object({
  id: Id,
  kind: Kind,
  title: z.string(),
  pages: z.int(),
  size: z.int(),
  created_at: Instant,
  created_by: z.string().nullable(),
  /** Null: it is there; otherwise it can still be restored. */
  deleted_at: Instant.nullable(),
})
export type Paper = z.output<typeof Paper>

/** The bytes of each photo in the body, one after the other; missing: the body is one file. */
const Sizes = Several(z.coerce.number().int().min(1).max(PAPER_BYTES)).pipe(
  z.array(z.int()).max(PHOTOS_MAX, PAPER_TEXTS.photos),
)

const PaperParams = z.object({ id: QueryId, paper_id: QueryId })

/** The calls about the papers of one kind of record; whoever may edit the record may see, add and delete them. */
const endpointsOf = <S extends PaperSubject, P extends Permission>(subject: S, access: P, base: string) => ({
  list: endpoint({
    method: 'GET',
    path: `${base}/:id/storedPapers`,
    pageOf: subject,
    access,
    params: IdParam,
    response: z.array(Paper),
    opens: subject,
    summary:
      'Abgelegte Unterlagen ohne ihren Inhalt, die neueste zuerst; auch gelöschte, die sich noch zurückholen lassen',
  }),
  add: endpoint({
    method: 'POST',
    path: `${base}/:id/storedPapers`,
    access,
    params: IdParam,
    query: PaperForm.extend({ sizes: Sizes.optional() }),
    body: z.instanceof(Uint8Array),
    isUpload: true,
    maxBodyBytes: PAPER_BYTES,
    idempotent: true,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    summary: 'Eine PDF oder mehrere Fotos hintereinander hochladen (application/octet-stream); Fotos werden eine PDF',
  }),
  file: endpoint({
    method: 'GET',
    path: `${base}/:id/storedPapers/:paper_id/file`,
    pageOf: subject,
    access,
    params: PaperParams,
    response: FileReply,
    isFile: true,
    isLogged: true,
    summary: 'Eine Unterlage als PDF; jeder Abruf wird als Einsicht vermerkt',
  }),
  change: endpoint({
    method: 'PUT',
    path: `${base}/:id/storedPapers/:paper_id`,
    access,
    params: PaperParams,
    body: PaperForm,
    response: MessageReply,
    summary: 'Art und Titel einer Unterlage ändern',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${base}/:id/storedPapers/:paper_id`,
    access,
    params: PaperParams,
    response: MessageReply,
    summary: 'Eine Unterlage löschen; einen Tag lang lässt sich das zurücknehmen',
  }),
  restore: endpoint({
    method: 'PUT',
    path: `${base}/:id/storedPapers/:paper_id/restore`,
    access,
    params: PaperParams,
    response: MessageReply,
    summary: 'Das Löschen einer Unterlage zurücknehmen',
  }),
})

export const pupilPaperEndpoints = endpointsOf('pupil', SUBJECT_PERMISSIONS.pupil, '/api/admin/pupil')
export const registrationPaperEndpoints = endpointsOf(
  'registration',
  SUBJECT_PERMISSIONS.registration,
  '/api/admin/schoolRegistration',
)
export const employeePaperEndpoints = endpointsOf('employee', SUBJECT_PERMISSIONS.employee, '/api/admin/employee')

export const PAPER_ENDPOINTS = {
  pupil: pupilPaperEndpoints,
  registration: registrationPaperEndpoints,
  employee: employeePaperEndpoints,
}
