import { lazy, Suspense, useState } from 'react'
import type { PupilDetails } from '#contract/pupils.details.ts'
import { refreshPupils } from './pupil-query.ts'

const PupilExitDialog = lazy(() =>
  import('./PupilExitDialog.tsx').then((module) => ({ default: module.PupilExitDialog })),
)
const MoveToClassWidget = lazy(() =>
  import('#web/domains/schoolclasses/MoveToClassWidget.tsx').then((module) => ({ default: module.MoveToClassWidget })),
)

type Kind = 'exit' | 'class'

/** The dialogs about a pupil, each loaded when it is opened. */
export const usePupilDialogs = (pupil: PupilDetails) => {
  const [opened, setOpened] = useState<Kind>()
  const close = () => setOpened(undefined)
  const dialog = () => {
    if (opened === 'exit') return <PupilExitDialog pupil={pupil} onGone={close} />
    if (opened === 'class')
      return <MoveToClassWidget pupils={[pupil]} onGone={close} onMoved={() => void refreshPupils()} />
    return null
  }
  return { open: setOpened, shown: <Suspense fallback={null}>{dialog()}</Suspense> }
}
export type PupilDialogs = Pick<ReturnType<typeof usePupilDialogs>, 'open'>
