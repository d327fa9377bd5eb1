import type { PupilContactPerson, PupilGuardian } from '#contract/families/families.ts'
import { titledName } from '#contract/person-names.ts'
import { PackageDialogWidget } from '#web/domains/accesspackages/PackageDialogWidget.tsx'
import type { TypedInput } from '#web/forms/use-edit.ts'
import { ContactPersonDialog } from './ContactPersonDialog.tsx'
import { EmergencyOrderDialog } from './EmergencyOrderDialog.tsx'
import type { FamilyPupil } from './family-queries.ts'
import { GuardianDialog } from './GuardianDialog.tsx'

/** The person of a dialog; without an id a new one. */
export type FamilySubject =
  | { kind: 'guardian' | 'contact'; id?: number | undefined; focus?: 'mail' }
  | { kind: 'order' }
  | { kind: 'package'; id: number }

/** What was being typed when a session ended, and about whom. */
export interface PreservedDialog {
  kind: 'guardian' | 'contact'
  id: number | undefined
  values: TypedInput<PupilGuardian> | TypedInput<PupilContactPerson>
}

interface FamilyChosenDialogProps {
  subject: FamilySubject
  pupil: FamilyPupil
  preserved: PreservedDialog['values'] | undefined
  onRemember: (typed: PreservedDialog | undefined) => void
  onGone: () => void
  onCustody: () => void
}

/** The dialog about somebody around a child that was chosen; all of them are loaded with the first one. */
export const FamilyChosenDialog = ({ subject, pupil, preserved, onRemember, ...shared }: FamilyChosenDialogProps) => {
  const { onGone } = shared
  if (subject.kind === 'order') return <EmergencyOrderDialog pupil={pupil} onGone={onGone} />
  const guardian = pupil.guardians?.find(({ guardian_id }) => guardian_id === subject.id)
  if (subject.kind === 'package')
    return (
      guardian && (
        <PackageDialogWidget subject="guardian" id={subject.id} name={titledName(guardian)} onClose={onGone} />
      )
    )
  const { kind, id } = subject
  const remember = (values: PreservedDialog['values'] | undefined) => onRemember(values && { kind, id, values })
  if (kind === 'contact')
    return (
      <ContactPersonDialog
        pupil={pupil}
        person={pupil.contact_persons?.find((one) => one.id === id)}
        preserved={preserved as TypedInput<PupilContactPerson> | undefined}
        remember={remember}
        onGone={onGone}
      />
    )
  return (
    <GuardianDialog
      pupil={pupil}
      guardian={guardian}
      preserved={preserved as TypedInput<PupilGuardian> | undefined}
      remember={remember}
      focus={subject.focus}
      {...shared}
    />
  )
}
