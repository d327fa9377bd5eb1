import { Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { fullName } from '#contract/person-names.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { GuardianForm } from './GuardianForm.tsx'
import { GuardianPicker, type PickedGuardian } from './GuardianPicker.tsx'
import { LinkGuardianForm } from './LinkGuardianForm.tsx'
import type { GuardianFormProps } from './use-guardian-form.ts'

interface GuardianDialogProps
  extends Pick<GuardianFormProps, 'pupil' | 'guardian' | 'kept' | 'remember' | 'onCustody'> {
  onGone: () => void
}

/** A guardian of a child: somebody new, somebody of a sibling, or what is known of one (domain §1.7). */
export const GuardianDialog = ({ onGone, ...props }: GuardianDialogProps) => {
  const { pupil, guardian } = props
  const [isDirty, setDirty] = useState(false)
  const [picked, setPicked] = useState<PickedGuardian>()
  const { close, leave, modal } = useLeavableDialog(isDirty || picked !== undefined, onGone)
  const present = (pupil.guardians ?? []).map(({ guardian_id }) => guardian_id)
  return (
    <Modal
      {...modal}
      size={720}
      title={guardian ? `${fullName(guardian)} bearbeiten` : `Sorgeberechtigte Person für ${fullName(pupil)}`}
    >
      {picked ? (
        <LinkGuardianForm pupil={pupil} picked={picked} onBack={() => setPicked(undefined)} close={close} />
      ) : (
        <Stack gap="md">
          {!guardian && (
            <GuardianPicker
              label="Schon bei einem anderen Kind eingetragen? Hier suchen"
              without={present}
              onPick={setPicked}
            />
          )}
          <GuardianForm {...props} onDirty={setDirty} onPick={setPicked} leave={() => void leave()} close={close} />
        </Stack>
      )}
    </Modal>
  )
}
