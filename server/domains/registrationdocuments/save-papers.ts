import {
  PAPER_TEXTS,
  type PapersForm,
  paperNote,
  type RegistrationPapers,
  requestNote,
} from '#contract/registrationdocuments/registrationdocuments.ts'
import { isWithdrawn } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { insertEvents, listPapers } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { lockRegistration } from '#server/domains/registrations/registrations.shared.queries.ts'
import { lockOpenRegistration } from '#server/domains/registrations/registrations.shared.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import { deleteSeenPaper, insertSeenPaper, updatePapersRequest } from './papers.queries.ts'

type ActingOn = Acting & { id: number }

const refuseFuture = ({ papers }: PapersForm, today: string) => {
  const late = papers.findIndex(({ seen_on }) => seen_on !== null && seen_on > today)
  if (late >= 0) throw invalid({ [`papers.${late}.seen_on`]: [PAPER_TEXTS.future] })
}

/** Families bring the rest when school begins: papers are noted also after the child became a pupil. */
const lockForPapers = async (tx: SchoolTransaction, id: number) => {
  const current = await lockRegistration(tx, id)
  if (!current) throw notFound()
  if (isWithdrawn(current)) throw conflict(REGISTRATION_TEXTS.withdrawn)
  return current
}

/**
 * Stores which papers were shown, when and to which user, or that one was not; a paper that is already stored changes
 * nothing.
 */
export async function savePapers(
  tx: SchoolTransaction,
  form: PapersForm,
  acting: ActingOn,
): Promise<RegistrationPapers> {
  refuseFuture(form, acting.today)
  const { papers_requested_at } = await lockForPapers(tx, acting.id)
  const seen = new Map((await listPapers(tx, acting.id)).map(({ kind, seen_on }) => [kind, seen_on]))
  const changed = form.papers.filter(({ kind, seen_on }) => (seen.get(kind) ?? null) !== seen_on)
  for (const { kind, seen_on } of changed) {
    if (seen_on === null) await deleteSeenPaper(tx, acting.id, kind)
    else await insertSeenPaper(tx, { registration_id: acting.id, kind, seen_on, seen_by: acting.viewer.user_id })
  }
  await insertEvents(
    tx,
    acting,
    changed.map(({ kind, seen_on }) => ({
      registration_id: acting.id,
      kind: 'paper_seen',
      note: paperNote(kind, seen_on),
    })),
  )
  return { papers: await listPapers(tx, acting.id), papers_requested_at }
}

/** The family's page names the missing papers from now on, or no longer; a repeated request keeps its first day. */
export async function requestPapers(
  tx: SchoolTransaction,
  isRequested: boolean,
  acting: ActingOn,
): Promise<RegistrationPapers> {
  const { papers_requested_at: before } = await lockOpenRegistration(tx, acting.id)
  const papers = await listPapers(tx, acting.id)
  if ((before !== null) === isRequested) return { papers, papers_requested_at: before }
  const papers_requested_at = isRequested ? acting.today : null
  await updatePapersRequest(tx, acting.id, papers_requested_at)
  await insertEvents(tx, acting, [
    { registration_id: acting.id, kind: 'papers_requested', note: requestNote(isRequested) },
  ])
  return { papers, papers_requested_at }
}
