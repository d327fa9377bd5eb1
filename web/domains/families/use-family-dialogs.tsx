import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { explainFailure } from '#web/api/errors.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import type { FamilySubject, PreservedDialog } from './FamilyChosenDialog.tsx'
import { offerRenewal } from './family-actions.tsx'
import { type FamilyPupil, loadFamilyAnew } from './family-queries.ts'

const FamilyChosenDialog = lazy(() =>
  import('./FamilyChosenDialog.tsx').then((module) => ({ default: module.FamilyChosenDialog })),
)

/** The dialogs about the people of a child, loaded with the first one; each shows what is stored now. */
export const useFamilyDialogs = (pupil: FamilyPupil, onRenewLink: (() => void) | undefined) => {
  const place = usePreservedInput<PreservedDialog>(`${window.location.pathname} family-dialog`)
  const [opened, setOpened] = useState<{
    subject: FamilySubject
    pupil: FamilyPupil
    preserved: PreservedDialog['values'] | undefined
  }>()
  const open = async (subject: FamilySubject, preserved?: PreservedDialog['values']) => {
    try {
      setOpened({ subject, pupil: await loadFamilyAnew(pupil.id), preserved })
    } catch (failure) {
      await explainFailure(failure)
    }
  }
  const isReopened = useRef(false)
  useEffect(() => {
    if (isReopened.current) return
    isReopened.current = true
    const { preserved } = place
    if (preserved) void open(preserved, preserved.values)
  })

  return {
    open: (subject: FamilySubject) => void open(subject),
    shown: (
      <Suspense fallback={null}>
        {opened && (
          <FamilyChosenDialog
            {...opened}
            onRemember={place.remember}
            onGone={() => setOpened(undefined)}
            onCustody={() => onRenewLink && void offerRenewal({ pupil, onRenewLink })}
          />
        )}
      </Suspense>
    ),
  }
}
