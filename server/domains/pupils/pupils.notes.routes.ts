import { pupilNoteEndpoints as endpoints, pupilHistoryEndpoints } from '#contract/pupils/pupils.notes.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { isVisiblePupil } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { addNote, changeNote, removeNote } from './change-note.shared.ts'
import { listHistory } from './pupils.history.queries.ts'
import { listNotes } from './pupils.notes.queries.ts'

/** 404 for a viewer who may not see the pupil, even for their own note: the child may have left the viewer's class. */
async function requirePupil(tx: SchoolTransaction, id: number, reader: { viewer: SchoolViewer; today: string }) {
  if (!(await isVisiblePupil(tx, id, reader))) throw notFound()
}

/** Notes about a pupil, and the history of the record. */
export function pupilNoteRoutes({ route }: Routes) {
  route(endpoints.list, async ({ tx, viewer, params, today }) => {
    await requirePupil(tx, params.id, { viewer, today })
    return listNotes(tx, params.id, viewer)
  })

  route(endpoints.add, async ({ tx, viewer, params, body, today, now }) => {
    await requirePupil(tx, params.id, { viewer, today })
    return addNote(tx, { pupilId: params.id, ...body, now }, viewer)
  })

  route(endpoints.change, async ({ tx, viewer, params, body, today }) => {
    await requirePupil(tx, params.id, { viewer, today })
    return changeNote(tx, { pupilId: params.id, noteId: params.note_id, ...body }, viewer)
  })

  route(endpoints.remove, async ({ tx, viewer, params, today }) => {
    await requirePupil(tx, params.id, { viewer, today })
    return removeNote(tx, { pupilId: params.id, noteId: params.note_id }, viewer)
  })

  route(pupilHistoryEndpoints.list, async ({ tx, viewer, params, today }) => {
    await requirePupil(tx, params.id, { viewer, today })
    return listHistory(tx, params.id, viewer)
  })
}
