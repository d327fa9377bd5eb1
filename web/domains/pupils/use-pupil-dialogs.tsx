import { lazy, Suspense, useState } from 'react'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { refreshPupils } from './pupil-query.ts'

const PupilExitDialog = lazy(() =>
  import('./PupilExitDialog.tsx').then((module) => ({ default: module.PupilExitDialog })),
)
const MoveToClassWidget = lazy(() =>
  import('#web/domains/schoolclasses/MoveToClassWidget.tsx').then((module) => ({ default: module.MoveToClassWidget })),
)
const ParentLinkWidget = lazy(() =>
  import('#web/domains/pupildocuments/ParentLinkWidget.tsx').then((module) => ({ default: module.ParentLinkWidget })),
)
const CertificateWidget = lazy(() =>
  import('#web/domains/pupildocuments/CertificateWidget.tsx').then((module) => ({ default: module.CertificateWidget })),
)

type Kind = 'exit' | 'class' | 'link' | 'certificate'

/** The dialogs about a pupil, each loaded when it is opened. */
export const usePupilDialogs = (pupil: PupilDetails) => {
  const [opened, setOpened] = useState<Kind>()
  const close = () => setOpened(undefined)
  const dialog = () => {
    if (opened === 'exit') return <PupilExitDialog pupil={pupil} onGone={close} />
    if (opened === 'class')
      return <MoveToClassWidget pupils={[pupil]} onGone={close} onMoved={() => void refreshPupils()} />
    if (opened === 'link') return <ParentLinkWidget pupil={pupil} onGone={close} />
    if (opened === 'certificate') return <CertificateWidget pupil={pupil} onGone={close} />
    return null
  }
  return { open: setOpened, shown: <Suspense fallback={null}>{dialog()}</Suspense> }
}
export type PupilDialogs = Pick<ReturnType<typeof usePupilDialogs>, 'open'>
