import { Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { childrenText } from '#contract/counted.ts'
import { MESSAGES } from '#contract/formats.ts'
import type { Schoolclass, SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { TypedSelectField } from '#web/forms/TypedSelectField.tsx'
import { focusField, focusTitleIfLost } from '#web/ui/focus-field.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { sizeText } from './class-texts.ts'
import { movePupils } from './move-pupils.ts'
import { sendRemoval } from './remove-schoolclass.ts'
import { schoolclassListQuery, schoolclassQuery } from './schoolclass-queries.ts'

interface EmptyClassDialogProps {
  schoolclass: Schoolclass
  onGone: () => void
}

const TARGET_ID = 'target-class'

const useEmptyClass = ({ schoolclass, onGone }: EmptyClassDialogProps) => {
  const [target, setTarget] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const { onClose: close, ...modal } = useOpened(onGone)
  const details = useQuery(schoolclassQuery(schoolclass.id)).data
  const others = useQuery(schoolclassListQuery(schoolclass.school_year.id)).data ?? []
  const choices = others.filter(({ id }) => id !== schoolclass.id)

  const move = async ({ pupils, day, is_removable }: SchoolclassDetails, to: Schoolclass) => {
    setRunning(true)
    const isMoved = await movePupils({ pupils, target: to, day })
    if (isMoved && is_removable) await sendRemoval(schoolclass)
    setRunning(false)
    if (isMoved) close()
  }
  return {
    modal: { ...modal, onClose: close },
    choices,
    target,
    error,
    isRunning,
    details,
    choose: (id: string | null) => {
      setError(undefined)
      setTarget(id)
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (!details) return
      const chosen = choices.find(({ id }) => String(id) === target)
      if (chosen) return void move(details, chosen)
      setError(MESSAGES.boolean)
      focusField(TARGET_ID)
    },
  }
}

/** What becomes of the class: what was is never unwritten (domain §1.6). */
const outcomeText = ({ is_removable }: SchoolclassDetails) =>
  is_removable
    ? 'Danach wird die Klasse gelöscht: Ihr hat bisher niemand angehört.'
    : 'Löschen lässt sich die Klasse nicht. Sie bleibt danach bestehen, weil festgehalten ist, wer ihr bisher angehört hat oder noch angehören wird.'

const EmptyClassForm = ({ dialog, count }: { dialog: ReturnType<typeof useEmptyClass>; count: number }) => (
  <form onSubmit={dialog.submit} noValidate>
    <Stack gap="md">
      {/* Above the list of classes, which would lie on it. */}
      {dialog.details && <p className="sh-quiet sh-flush">{outcomeText(dialog.details)}</p>}
      <TypedSelectField
        id={TARGET_ID}
        label={`In dieser Klasse ${count === 1 ? 'ist 1 Kind. Wohin soll es' : `sind ${childrenText(count)}. Wohin sollen sie`} wechseln?`}
        placeholder="Bitte wählen"
        data={dialog.choices.map((one) => ({
          value: String(one.id),
          label: `${one.classgradePlain} (${sizeText(one)})`,
        }))}
        value={dialog.target}
        onChange={dialog.choose}
        // With the dialog or an error the focus comes here: the list would cover the buttons.
        unknownMessage="Bitte wählen Sie eine Klasse aus der Liste."
        nothingFoundMessage="Keine Klasse gefunden."
        error={dialog.error}
        data-autofocus
      />
    </Stack>
    <DialogButtonRow
      action={dialog.details?.is_removable ? 'Wechseln und löschen' : 'Kinder verschieben'}
      isRunning={dialog.isRunning || !dialog.details}
      onLeave={dialog.modal.onClose}
    />
  </form>
)

/** Ux §3.5: a class with pupils is asked for a place for them before it goes. */
export const EmptyClassDialog = (props: EmptyClassDialogProps) => {
  const { classgradePlain, pupil_count } = props.schoolclass
  const dialog = useEmptyClass(props)
  return (
    <Modal
      {...dialog.modal}
      size={560}
      title={
        dialog.details?.is_removable === false
          ? `Kinder der Klasse ${classgradePlain} verschieben`
          : `Klasse ${classgradePlain} löschen`
      }
      onExitTransitionEnd={focusTitleIfLost}
    >
      <EmptyClassForm dialog={dialog} count={pupil_count} />
    </Modal>
  )
}
