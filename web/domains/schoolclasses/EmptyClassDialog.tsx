import { Button, Modal, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import type { Schoolclass, SchoolclassDetails } from '#contract/schoolclasses.ts'
import { useToday } from '#web/api/base-data.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField, focusTitleIfLost } from '#web/ui/focus-field.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { childrenText, sizeText } from './class-texts.ts'
import { movePupils } from './move-pupils.ts'
import { sendRemoval } from './remove-schoolclass.ts'
import dialogClasses from './SchoolclassDialog.module.css'
import { schoolclassListQuery, schoolclassQuery } from './schoolclass-queries.ts'

interface EmptyClassDialogProps {
  schoolclass: Schoolclass
  onGone: () => void
}

/** The day all of them came, if it is one: moved from then on, nothing of the class remains. */
const commonStart = (details: SchoolclassDetails | undefined) => {
  const [first, ...others] = new Set(details?.pupils.map(({ date_start }) => date_start))
  return others.length === 0 ? first : undefined
}

const TARGET_ID = 'target-class'

const useEmptyClass = ({ schoolclass, onGone }: EmptyClassDialogProps) => {
  const today = useToday()
  const [target, setTarget] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const { onClose: close, ...modal } = useOpened(onGone)
  const details = useQuery(schoolclassQuery(schoolclass.id)).data
  const others = useQuery(schoolclassListQuery(schoolclass.school_year.id)).data ?? []
  const choices = others.filter(({ id }) => id !== schoolclass.id)
  const start = commonStart(details)

  const run = async (day: string, removes: boolean) => {
    const chosen = choices.find(({ id }) => String(id) === target)
    if (!chosen || !details) {
      setError(MESSAGES.boolean)
      focusField(TARGET_ID)
      return
    }
    setRunning(true)
    const isMoved = await movePupils({ pupilIds: details.pupils.map(({ id }) => id), target: chosen, day })
    if (isMoved && removes) await sendRemoval(schoolclass)
    setRunning(false)
    if (isMoved) close()
  }
  return {
    modal: { ...modal, onClose: close },
    choices,
    target,
    error,
    isRunning,
    start,
    isKnown: details !== undefined,
    choose: (id: string | null) => {
      setError(undefined)
      setTarget(id)
    },
    /** From today on: what was stays, and with it the class. */
    moveOnly: () => run(details?.day ?? today, false),
    moveAndRemove: () => run(start ?? details?.day ?? today, true),
  }
}

/** Ux §3.5: a class with pupils is asked for a place for them before it goes. */
export const EmptyClassDialog = (props: EmptyClassDialogProps) => {
  const { classgradePlain, pupil_count } = props.schoolclass
  const dialog = useEmptyClass(props)
  const { start } = dialog
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void (start ? dialog.moveAndRemove() : dialog.moveOnly())
  }
  return (
    <Modal
      {...dialog.modal}
      size={560}
      title={`Klasse ${classgradePlain} löschen`}
      classNames={{ title: dialogClasses.title ?? '' }}
      onExitTransitionEnd={focusTitleIfLost}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Select
            id={TARGET_ID}
            label={`In dieser Klasse ${pupil_count === 1 ? 'ist 1 Kind. Wohin soll es' : `sind ${childrenText(pupil_count)}. Wohin sollen sie`} wechseln?`}
            placeholder="Bitte wählen"
            data={dialog.choices.map((one) => ({
              value: String(one.id),
              label: `${one.classgradePlain} (${sizeText(one)})`,
            }))}
            value={dialog.target}
            onChange={dialog.choose}
            searchable
            nothingFoundMessage="Keine Klasse gefunden."
            error={dialog.error}
            data-autofocus
          />
          <p className={dialogClasses.quiet}>
            {start
              ? `„Wechseln und löschen“ ordnet die Kinder seit dem ${formatDate(start)} der neuen Klasse zu, als hätte es diese nicht gegeben.`
              : 'Die Klasse bleibt leer bestehen, weil festgehalten ist, wer ihr bisher angehört hat.'}
          </p>
        </Stack>
        <div className={dialogClasses.buttons}>
          <ButtonRow align="end">
            <Button variant="default" onClick={dialog.modal.onClose}>
              Abbrechen
            </Button>
            {start && (
              <ActionButton variant="default" isRunning={dialog.isRunning} onClick={() => void dialog.moveOnly()}>
                Nur ab heute wechseln
              </ActionButton>
            )}
            <ActionButton type="submit" isRunning={dialog.isRunning || !dialog.isKnown}>
              {start ? 'Wechseln und löschen' : 'Kinder wechseln'}
            </ActionButton>
          </ButtonRow>
        </div>
      </form>
    </Modal>
  )
}
