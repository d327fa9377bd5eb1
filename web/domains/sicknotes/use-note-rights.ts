import { PUPIL_READERS } from '#contract/pupils/pupils.ts'
import { SICKNOTE_EDITORS, type Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useMay } from '#web/api/base-data.ts'

/** What this person may do with absences (domain §4); the server decides once more. */
export const useNoteRights = () => {
  const may = useMay()
  const isManager = may('manage pupil')
  const isEditor = may(SICKNOTE_EDITORS)
  return {
    isManager,
    /** Enters and excuses; who does not sees no reasons either. */
    isEditor,
    seesNotes: may(PUPIL_READERS),
    mayExport: may('export personal data'),
    /** Teachers change and cancel only what they have entered today. */
    mayChange: ({ is_own }: Pick<Sicknote, 'is_own'>) => isManager || (isEditor && is_own),
  }
}
export type NoteRights = ReturnType<typeof useNoteRights>
