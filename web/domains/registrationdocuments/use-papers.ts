import { formatDate } from '#contract/dates.ts'
import {
  type PapersForm,
  registrationDocumentEndpoints,
} from '#contract/registrationdocuments/registrationdocuments.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { PAPER_LABELS, type PaperKind } from '#contract/registrations/registrations.papers.ts'
import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { useCall } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'

/** A paper that was seen or asked for counts as work on the application: what waits and what goes when may change. */
const CHANGED = {
  invalidates: [
    registrationEndpoints.get,
    registrationTaskEndpoints.list,
    retentionEndpoints.get,
    retentionEndpoints.preview,
  ],
}

/** Noting which papers were shown, and asking the family for the rest; each can be taken back. */
export const usePapers = ({ id, papers }: Pick<RegistrationDetails, 'id' | 'papers'>) => {
  const papersCall = useCall(registrationDocumentEndpoints.savePapers, CHANGED)
  const requestCall = useCall(registrationDocumentEndpoints.requestPapers, CHANGED)
  const about = `papers of registration ${id}`

  const save = (paper: PapersForm['papers'][number]) => papersCall.run({ params: { id }, body: { papers: [paper] } })

  const setSeen = async (kind: PaperKind, seen_on: string | null) => {
    const before = papers.find((paper) => paper.kind === kind)?.seen_on ?? null
    if (!(await save({ kind, seen_on }))) return false
    const label = PAPER_LABELS[kind]
    const text = seen_on ? `${label}: gesehen am ${formatDate(seen_on)}.` : `${label}: nicht mehr als gesehen notiert.`
    notify(text, { about, undo: async () => void (await save({ kind, seen_on: before })) })
    return true
  }

  const ask = (is_requested: boolean) => requestCall.run({ params: { id }, body: { is_requested } })

  const setRequested = async (isRequested: boolean) => {
    if (!(await ask(isRequested))) return
    const text = isRequested
      ? 'Die Statusseite der Familie nennt jetzt die fehlenden Unterlagen.'
      : 'Die Statusseite der Familie nennt keine Unterlagen mehr.'
    notify(text, { about, undo: async () => void (await ask(!isRequested)) })
  }

  return { setSeen, setRequested, isRunning: papersCall.isRunning || requestCall.isRunning }
}

export type Papers = ReturnType<typeof usePapers>
