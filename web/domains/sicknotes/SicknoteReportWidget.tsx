import { SicknoteDialogWidget } from './SicknoteDialogWidget.tsx'
import type { PickedPupil } from './sicknote-form.ts'

interface SicknoteReportWidgetProps {
  /** Missing: who it is about is asked in the dialog. */
  child: PickedPupil | undefined
  /** Names what is kept of it when a session ends. */
  keptAs: string
  onClose: () => void
}

/** The dialog on any page: the search over everything opens it. */
export const SicknoteReportWidget = ({ child, keptAs, onClose }: SicknoteReportWidgetProps) => (
  <SicknoteDialogWidget {...(child && { pupils: [child] })} keptAs={keptAs} opened onClose={onClose} />
)
