import { z } from 'zod'
import { formatDate } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, IsoDate } from '#contract/formats.ts'
import { PAPER_LABELS, PaperKind, papersNeeded, SeenPaper } from '#contract/registrations/registrations.papers.ts'

/** Most applications in one file. */
export const DOCUMENTS_MAX = 200

export const RegistrationDocumentsForm = z.object({
  ids: z.array(Id).min(1).max(DOCUMENTS_MAX),
  /** Adds the Art. 13 notice after each application, as the family gets it; the school's own copies do not need it. */
  has_notice: z.boolean().default(false),
})
export type RegistrationDocumentsForm = z.output<typeof RegistrationDocumentsForm>

/** The papers that were shown, and since when the family has been asked for the rest. */
export const RegistrationPapers = z.object({
  papers: z.array(SeenPaper),
  papers_requested_at: z.iso.date().nullable(),
})
export type RegistrationPapers = z.output<typeof RegistrationPapers>

export const PAPER_TEXTS = {
  future: 'Das Datum liegt in der Zukunft.',
  twice: 'Jede Unterlage bitte nur einmal angeben.',
} as const

export const PapersForm = z
  .object({
    /** Only the changes; null: the paper was not shown after all. */
    papers: z
      .array(z.object({ kind: PaperKind, seen_on: IsoDate.nullable() }))
      .min(1)
      .max(PaperKind.options.length),
  })
  .refine(({ papers }) => new Set(papers.map(({ kind }) => kind)).size === papers.length, {
    path: ['papers'],
    message: PAPER_TEXTS.twice,
  })
export type PapersForm = z.output<typeof PapersForm>

/** For the timeline: „Geburtsurkunde (zur Einsicht), 20.11.2026“. */
export const paperNote = (kind: PaperKind, seenOn: string | null) =>
  `${PAPER_LABELS[kind]}, ${seenOn === null ? 'zurückgenommen' : formatDate(seenOn)}`

/** The words for a request, or its end, in the timeline. */
export const requestNote = (isRequested: boolean) => (isRequested ? null : 'zurückgenommen')

/**
 * Every paper of the checklist with the day it was seen; a paper that was seen stays even if it is no longer needed.
 */
export const paperChecklist = <P extends Pick<SeenPaper, 'kind'>>(
  applying: Parameters<typeof papersNeeded>[0],
  seen: readonly P[],
) => {
  const needed = papersNeeded(applying)
  const kinds = PaperKind.options.filter((kind) => needed.includes(kind) || seen.some((one) => one.kind === kind))
  return kinds.map((kind) => ({ kind, label: PAPER_LABELS[kind], seen: seen.find((one) => one.kind === kind) }))
}

const access = 'manage pupil application'

export const registrationDocumentEndpoints = {
  document: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/:id/downloadRegistrationDocument',
    access,
    params: IdParam,
    response: FileReply,
    isFile: true,
    summary: 'Aufnahmeantrag als PDF',
  }),
  documents: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/downloadRegistrationDocuments',
    access,
    body: RegistrationDocumentsForm,
    response: FileReply,
    isFile: true,
    summary: 'Aufnahmeanträge mehrerer Bewerbungen in einer PDF-Datei',
  }),
  savePapers: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/papers',
    access,
    params: IdParam,
    body: PapersForm,
    response: RegistrationPapers,
    summary: 'Eintragen, welche Unterlagen gezeigt wurden',
  }),
  requestPapers: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/papersRequest',
    access,
    params: IdParam,
    body: z.object({ is_requested: z.boolean() }),
    response: RegistrationPapers,
    summary: 'Fehlende Unterlagen auf der Statusseite der Familie nennen',
  }),
}
