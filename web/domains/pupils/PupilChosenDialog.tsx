import { fullName } from '#contract/person-names.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { PackageDialogWidget } from '#web/domains/accesspackages/PackageDialogWidget.tsx'
import { CertificateWidget } from '#web/domains/pupildocuments/CertificateWidget.tsx'
import { ParentLinkWidget } from '#web/domains/pupildocuments/ParentLinkWidget.tsx'
import { RestrictWidget } from '#web/domains/restrictions/RestrictWidget.tsx'
import { PupilClockWidget } from '#web/domains/retentions/PupilClockWidget.tsx'
import { MoveToClassWidget } from '#web/domains/schoolclasses/MoveToClassWidget.tsx'
import { PupilExitDialog } from './PupilExitDialog.tsx'
import { refreshPupils } from './pupil-query.ts'

export type PupilDialogKind = 'exit' | 'class' | 'link' | 'certificate' | 'package' | 'restriction' | 'clock'

interface PupilChosenDialogProps {
  kind: PupilDialogKind
  pupil: PupilDetails
  onGone: () => void
}

/** The dialog about a pupil that was chosen in the menu; all of them are loaded with the first one. */
export const PupilChosenDialog = ({ kind, ...shared }: PupilChosenDialogProps) => {
  const { pupil, onGone } = shared
  if (kind === 'exit') return <PupilExitDialog {...shared} />
  if (kind === 'class')
    return <MoveToClassWidget pupils={[pupil]} onGone={onGone} onMoved={() => void refreshPupils()} />
  if (kind === 'link') return <ParentLinkWidget {...shared} />
  if (kind === 'certificate') return <CertificateWidget {...shared} />
  if (kind === 'clock') return <PupilClockWidget {...shared} />
  const person = { subject: 'pupil' as const, id: pupil.id, name: fullName(pupil), onClose: onGone }
  return kind === 'package' ? <PackageDialogWidget {...person} /> : <RestrictWidget {...person} />
}
