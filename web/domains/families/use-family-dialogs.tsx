import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { PupilContactPerson, PupilGuardian } from '#contract/families/families.ts'
import { explainFailure } from '#web/api/errors.ts'
import type { TypedInput } from '#web/forms/use-edit.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { offerRenewal } from './family-actions.tsx'
import { type FamilyPupil, loadFamilyAnew } from './family-queries.ts'

const GuardianDialog = lazy(() => import('./GuardianDialog.tsx').then((module) => ({ default: module.GuardianDialog })))
const ContactPersonDialog = lazy(() =>
  import('./ContactPersonDialog.tsx').then((module) => ({ default: module.ContactPersonDialog })),
)
const EmergencyOrderDialog = lazy(() =>
  import('./EmergencyOrderDialog.tsx').then((module) => ({ default: module.EmergencyOrderDialog })),
)

/** The person of a dialog; without an id a new one. */
export type FamilySubject = { kind: 'guardian' | 'contact'; id?: number | undefined } | { kind: 'order' }

/** What was being typed when a session ended, and about whom. */
interface PreservedDialog {
  kind: 'guardian' | 'contact'
  id: number | undefined
  values: TypedInput<PupilGuardian> | TypedInput<PupilContactPerson>
}

/** The dialogs about the people of a child, loaded with the first one; each shows what is stored now. */
export const useFamilyDialogs = (pupil: FamilyPupil, onRenewLink: (() => void) | undefined) => {
  const place = usePreservedInput<PreservedDialog>(`${window.location.pathname} family-dialog`)
  const [opened, setOpened] = useState<{
    subject: FamilySubject
    family: FamilyPupil
    preserved?: PreservedDialog['values'] | undefined
  }>()
  const onGone = () => setOpened(undefined)
  const open = async (subject: FamilySubject, preserved?: PreservedDialog['values']) => {
    try {
      setOpened({ subject, family: await loadFamilyAnew(pupil.id), preserved })
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

  const dialog = () => {
    if (!opened) return null
    const { subject, family, preserved } = opened
    if (subject.kind === 'order') return <EmergencyOrderDialog pupil={family} onGone={onGone} />
    const { kind, id } = subject
    const remember = (values: PreservedDialog['values'] | undefined) => place.remember(values && { kind, id, values })
    if (kind === 'contact') {
      const person = family.contact_persons?.find((one) => one.id === id)
      return (
        <ContactPersonDialog
          pupil={family}
          person={person}
          preserved={preserved as TypedInput<PupilContactPerson> | undefined}
          remember={remember}
          onGone={onGone}
        />
      )
    }
    const guardian = family.guardians?.find(({ guardian_id }) => guardian_id === id)
    return (
      <GuardianDialog
        pupil={family}
        guardian={guardian}
        preserved={preserved as TypedInput<PupilGuardian> | undefined}
        remember={remember}
        onGone={onGone}
        onCustody={() => onRenewLink && void offerRenewal({ pupil, onRenewLink })}
      />
    )
  }
  return {
    open: (subject: FamilySubject) => void open(subject),
    shown: <Suspense fallback={null}>{dialog()}</Suspense>,
  }
}
