import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { explainFailure } from '#web/api/errors.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { GUARDIAN_IN_ADDRESS } from '#web/shell/address-page.ts'
import type { FamilySubject, PreservedDialog } from './FamilyChosenDialog.tsx'
import { offerRenewal } from './family-actions.tsx'
import { type FamilyPupil, loadFamilyAnew } from './family-queries.ts'

const FamilyChosenDialog = lazy(() =>
  import('./FamilyChosenDialog.tsx').then((module) => ({ default: module.FamilyChosenDialog })),
)

/** The dialogs about the people of a child, loaded with the first one; each shows what is stored now. */
export const useFamilyDialogs = (
  pupil: FamilyPupil,
  { onRenewLink, isChangeable }: { onRenewLink: (() => void) | undefined; isChangeable: boolean },
) => {
  const url = useUrlSearch()
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
    const linked = Number(url.get(GUARDIAN_IN_ADDRESS))
    if (!linked || !isChangeable) return
    // A page that is loaded again does not open it once more.
    url.set({ [GUARDIAN_IN_ADDRESS]: undefined })
    if (!preserved) void open({ kind: 'guardian', id: linked, focus: 'mail' })
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
