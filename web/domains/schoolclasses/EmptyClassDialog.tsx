import { Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { childrenText } from '#contract/counted.ts'
import { MESSAGES } from '#contract/formats.ts'
import {
  type Schoolclass,
  type SchoolclassDetails,
  schoolclassEndpoints,
} from '#contract/schoolclasses/schoolclasses.ts'
import { call } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { TypedSelectField } from '#web/forms/TypedSelectField.tsx'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { focusField, focusTitleIfLost } from '#web/ui/focus-field.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { classAction } from './class-action.ts'
import { classChoice } from './class-texts.ts'
import { movePupils } from './move-pupils.ts'
import { schoolclassListQuery, schoolclassQuery } from './schoolclass-queries.ts'

/** What goes with the class; nothing that it does not have. */
const withStaff = ({ responsible_teachers, assigned_employees }: Schoolclass) => {
  const parts = [
    responsible_teachers.length > 0 && 'ihrer Klassenleitung',
    assigned_employees.length > 0 && 'ihren zugeordneten Mitarbeitenden',
  ].filter(Boolean)
  return parts.length > 0 ? ` mit ${parts.join(' und ')}` : ''
}

/** Deletes a class without asking; true when it is gone. */
const sendRemoval = async ({ id }: Schoolclass) => {
  const reply = await classAction({
    name: `remove ${id}`,
    send: () => call(schoolclassEndpoints.remove, { params: { id } }),
  })
  if (reply) notify(reply.message)
  return reply !== undefined
}

/** A class without pupils: asks, because nothing brings it back. */
const removeEmptyClass = async (schoolclass: Schoolclass) => {
  const isWanted = await confirmDialog({
    title: 'Klasse löschen',
    message: `Die Klasse ${schoolclass.classgradePlain} wird${withStaff(schoolclass)} gelöscht.`,
    accept: 'Klasse löschen',
    type: 'negative',
    prefers: 'dismiss',
  })
  return isWanted && sendRemoval(schoolclass)
}

const TARGET_ID = 'target-class'

/** What becomes of the class: what was is never unwritten (domain §1.6). */
const outcomeText = ({ is_removable }: SchoolclassDetails) =>
  is_removable
    ? 'Danach wird die Klasse gelöscht: Ihr hat bisher niemand angehört.'
    : 'Löschen lässt sich die Klasse nicht. Sie bleibt danach bestehen, weil festgehalten ist, wer ihr bisher angehört hat oder noch angehören wird.'

/** Ux §3.5: a class with pupils is asked for a place for them before it goes. */
const EmptyClassDialog = ({ schoolclass, onGone }: { schoolclass: Schoolclass; onGone: () => void }) => {
  const { id, classgradePlain, pupil_count: count, school_year } = schoolclass
  const [chosen, setChosen] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  const { onClose: close, ...modal } = useOpened(onGone)
  const details = useQuery(schoolclassQuery(id)).data
  const others = (useQuery(schoolclassListQuery(school_year.id)).data ?? []).filter((one) => one.id !== id)
  const move = async ({ pupils, day, is_removable }: SchoolclassDetails, target: Schoolclass) => {
    setRunning(true)
    const isMoved = await movePupils({ pupils, target, day })
    if (isMoved && is_removable) await sendRemoval(schoolclass)
    setRunning(false)
    if (isMoved) close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!details) return
    const target = others.find((one) => String(one.id) === chosen)
    if (target) return void move(details, target)
    setError(MESSAGES.boolean)
    focusField(TARGET_ID)
  }
  return (
    <Modal
      {...modal}
      onClose={close}
      size={560}
      title={
        details?.is_removable === false
          ? `Kinder der Klasse ${classgradePlain} verschieben`
          : `Klasse ${classgradePlain} löschen`
      }
      onExitTransitionEnd={focusTitleIfLost}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {/* Above the list of classes, which would lie on it. */}
          {details && <p className="sh-quiet sh-flush">{outcomeText(details)}</p>}
          <TypedSelectField
            id={TARGET_ID}
            label={`In dieser Klasse ${count === 1 ? 'ist 1 Kind. Wohin soll es' : `sind ${childrenText(count)}. Wohin sollen sie`} wechseln?`}
            placeholder="Bitte wählen"
            data={others.map(classChoice)}
            value={chosen}
            onChange={(value) => {
              setError(undefined)
              setChosen(value)
            }}
            // With the dialog or an error the focus comes here: the list would cover the buttons.
            unknownMessage="Bitte wählen Sie eine Klasse aus der Liste."
            nothingFoundMessage="Keine Klasse gefunden."
            error={error}
            data-autofocus
          />
        </Stack>
        <DialogButtonRow
          action={details?.is_removable ? 'Wechseln und löschen' : 'Kinder verschieben'}
          isRunning={isRunning || !details}
          onLeave={close}
        />
      </form>
    </Modal>
  )
}

/** Deletes a class; with pupils it first asks where they belong from then on. */
export const useClassRemover = () => {
  const [full, setFull] = useState<Schoolclass>()
  return {
    remove: (schoolclass: Schoolclass) =>
      // Whether it can be deleted at all says the class itself; the dialog is named after it.
      schoolclass.pupil_count > 0
        ? void queryClient.prefetchQuery(schoolclassQuery(schoolclass.id)).then(() => setFull(schoolclass))
        : void removeEmptyClass(schoolclass),
    shown: full && <EmptyClassDialog schoolclass={full} onGone={() => setFull(undefined)} />,
  }
}
