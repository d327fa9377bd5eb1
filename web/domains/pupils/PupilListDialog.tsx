import { childrenText } from '#contract/counted.ts'
import { PupilSheetsWidget } from '#web/domains/pupildocuments/PupilSheetsWidget.tsx'
import { PupilExportWidget } from '#web/domains/pupilexports/PupilExportWidget.tsx'
import { MoveToClassWidget } from '#web/domains/schoolclasses/MoveToClassWidget.tsx'
import { DeletePupilsDialog } from './DeletePupilsDialog.tsx'
import type { BulkAction } from './PupilsBulkCard.tsx'
import type { pupilFilterQuery } from './pupil-list-query.ts'
import type { ChosenPupil } from './use-pupil-selection.ts'

/** What was pressed, about whom; an export without pupils is one of all hits. */
export interface OpenedDialog {
  action: BulkAction
  pupils: readonly ChosenPupil[]
}

interface PupilListDialogProps extends OpenedDialog {
  /** All hits of the list, and how many. */
  filterQuery: ReturnType<typeof pupilFilterQuery>
  total: number
  onDeleted: (ids: readonly number[]) => void
  onGone: () => void
}

/** The dialog of an action of the list, loaded with the first one. */
export const PupilListDialog = ({ action, pupils, filterQuery, total, onDeleted, onGone }: PupilListDialogProps) => {
  const ids = pupils.map(({ id }) => id)
  if (action === 'class') return <MoveToClassWidget pupils={pupils} onGone={onGone} />
  if (action === 'delete') return <DeletePupilsDialog pupils={pupils} onDeleted={onDeleted} onGone={onGone} />
  if (action === 'sheets') return <PupilSheetsWidget ids={ids} title={childrenText(ids.length)} onGone={onGone} />
  if (ids.length > 0) return <PupilExportWidget ids={ids} count={ids.length} onGone={onGone} />
  return <PupilExportWidget filterQuery={filterQuery} count={total} onGone={onGone} />
}
