import { Checkbox, Modal, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { fullName } from '#contract/person-names.ts'
import type { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import type { Reply } from '#web/api/client.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'

interface RestorePupilsDialogProps {
  /** Who was deleted together. */
  pupils: Reply<typeof pupilChangeEndpoints.massDelete>['pupils']
  /** Answers whether they are back. */
  restore: (ids: readonly number[]) => Promise<boolean>
  onGone: () => void
}

/** Single ones out of a deletion of many come back; the others stay in the bin. */
export const RestorePupilsDialog = ({ pupils, restore, onGone }: RestorePupilsDialogProps) => {
  const [chosen, setChosen] = useState<string[]>([])
  const [isRefused, setRefused] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const { onClose: close, ...modal } = useOpened(onGone)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setRefused(chosen.length === 0)
    if (chosen.length === 0 || isRunning) return
    setRunning(true)
    if (await restore(chosen.map(Number))) close()
    setRunning(false)
  }
  return (
    <Modal {...modal} onClose={close} size={480} title="Welche Kinder möchten Sie zurückholen?">
      <form onSubmit={(event) => void submit(event)}>
        <Checkbox.Group
          label="Gelöschte Kinder"
          description="Wen Sie nicht auswählen, bleibt im Papierkorb."
          value={chosen}
          onChange={setChosen}
          error={isRefused && 'Bitte wählen Sie mindestens ein Kind aus.'}
        >
          <Stack gap="xs" mt="sm">
            {pupils.map((pupil, index) => (
              <Checkbox
                key={pupil.id}
                value={String(pupil.id)}
                label={fullName(pupil)}
                data-autofocus={index === 0 ? true : undefined}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <DialogButtonRow action="Zurückholen" isRunning={isRunning} onLeave={close} />
      </form>
    </Modal>
  )
}
