import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { childrenText } from '#contract/counted.ts'
import { fullName } from '#contract/person-names.ts'
import { NewSicknoteForm, type OtherReason, sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import type { ApiFailure, Reply } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { EditDialog } from '#web/forms/EditDialog.tsx'
import type { InputOf } from '#web/forms/EditFrame.tsx'
import type { InputFieldProps } from '#web/forms/fields.ts'
import { useEdit } from '#web/forms/use-edit.ts'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { askCovered, coveringNotes } from './ask-covered.ts'
import { askOtherReasons, otherReasonsOf } from './ask-other-reasons.ts'
import { deniedDecisions } from './denied-decisions.ts'
import { SicknoteDaysField } from './SicknoteDaysField.tsx'
import { drawNoteInput, FreeDaysAlert, SicknoteChoiceField, SicknoteMoreField } from './SicknoteMoreField.tsx'
import { KnownNotesField, SicknotePupilsField } from './SicknotePupilsField.tsx'
import { takeEntryBack } from './sicknote-actions.ts'
import {
  asksOfNote,
  isAllFree,
  NEW_NOTE_FIELDS,
  type NewNoteValues,
  newNote,
  noteInputs,
  type PickedPupil,
  type PreservedNote,
  typedDays,
} from './sicknote-form.ts'
import { CHANGED_BY_SICKNOTES, sicknoteOptionsQuery, sicknotesQuery } from './sicknote-queries.ts'

/** Strg+Enter sends from wherever one is. */
const sendOnControlEnter = (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  ;(event.currentTarget as HTMLFormElement).requestSubmit()
}

const buttonText = (count: number, isFree: boolean) => {
  if (isFree) return 'Trotzdem eintragen'
  return count > 1 ? `${childrenText(count)} eintragen` : 'Eintragen'
}

const nobodyChosen = (name: string) =>
  `Zu „${name}“ ist noch kein Kind gewählt. Bitte wählen Sie es, oder löschen Sie den Namen.`

/** What is said of an entry, with the way back. */
const noticeOf = ({ message, ...entered }: Reply<typeof sicknoteChangeEndpoints.add>) => {
  const written = [...entered.ids, ...entered.mended.map(({ id }) => id)]
  // Nothing new is no success.
  if (written.length === 0) return { message, type: 'info' as const }
  const undo = () => takeEntryBack(entered)
  return { message, type: 'positive' as const, about: `sicknotes ${written}`, undo }
}

/** Notes of the same children that touch the days. */
export const knownNotes = (
  notes: readonly Sicknote[],
  { pupil_ids, dateStart, dateEnd }: Pick<NewNoteValues, 'pupil_ids' | 'dateStart' | 'dateEnd'>,
) => {
  const isChosen = ({ pupil, value }: Sicknote) =>
    dateStart !== '' &&
    value.reason !== 'unexplained' &&
    value.dateStart <= dateEnd &&
    dateStart <= value.dateEnd &&
    pupil_ids.includes(String(pupil.id))
  return notes.filter(isChosen)
}

type Body = z.input<typeof NewSicknoteForm>

/** Enters an absence. The server refuses a second reason for the same days: a yes changes it, and a colleague's change is asked about again. */
const useEntry = (
  { keyFor, calls }: Pick<ReturnType<typeof useEdit>, 'keyFor' | 'calls'>,
  { today, onFieldErrors }: { today: string; onFieldErrors: (errors: Record<string, string>) => void },
) => {
  /** What the last refusal said stands for another reason. */
  const others = useRef<readonly OtherReason[]>(undefined)
  const { run, isRunning } = useCall(sicknoteChangeEndpoints.add, {
    ...calls,
    onFieldErrors,
    onFailure: async (failure: ApiFailure) => {
      others.current = otherReasonsOf(failure)
      if (!others.current) await explainFailure(failure)
    },
  })
  const sendOnce = (body: Body) => {
    others.current = undefined
    return run({ body, idempotencyKey: keyFor(body) })
  }
  const sendAfterQuestion = async (body: Body): ReturnType<typeof run> => {
    const known = others.current
    if (!known || !(await askOtherReasons(known, { reason: body.reason ?? 'sick', today }))) return undefined
    const asked = { ...body, replaces: known.map(({ id, version }) => ({ id, version })) }
    return (await sendOnce(asked)) ?? sendAfterQuestion(body)
  }
  return { isRunning, enter: async (body: Body) => (await sendOnce(body)) ?? (await sendAfterQuestion(body)) }
}

interface SicknoteDialogProps {
  /** Children that are chosen already. */
  pupils: readonly PickedPupil[]
  /** What was being typed when a session ended. */
  preserved?: PreservedNote | undefined
  remember: (typed: PreservedNote | undefined) => void
  onGone: () => void
  /** Goes on to a known note instead. */
  onExtend: (note: Sicknote) => void
  /** What was typed before the dialog was there. */
  takeEarly: () => string
}

/** A call at the desk: who, until when, done (ux §3.7: three fields, six seconds). */
export const SicknoteDialog = ({ pupils, preserved, remember, onGone, onExtend, takeEarly }: SicknoteDialogProps) => {
  const today = useToday()
  const isManager = useMay()('manage pupil')
  const { free_days } = useQuery(sicknoteOptionsQuery).data ?? {}
  const notes = useQuery({ ...sicknotesQuery, meta: { quiet: true } }).data
  const [first] = useState(() => newNote(pupils, today, free_days ?? []))
  const [chosen, setChosen] = useState(preserved?.pupils ?? pupils)
  const [isRefusedAsFree, setRefusedAsFree] = useState(false)
  /** A name beside the chosen children for which nobody is chosen yet: it may be a child that would be forgotten. */
  const [openName, setOpenName] = useState('')
  const [isOpenNameRefused, setOpenNameRefused] = useState(false)
  const edit = useEdit<never, Body>({
    fields: NEW_NOTE_FIELDS,
    asks: asksOfNote,
    loaded: undefined,
    valuesOf: () => first,
    loadAnew: async () => undefined,
    rules: { add: NewSicknoteForm },
    invalidates: CHANGED_BY_SICKNOTES,
    preserved: preserved?.typed,
    remember: (typed) => remember(typed && { pupils: chosen, typed }),
  })
  // A single fault is mended at once: its field gets the cursor, with the children found for what stands there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt counts
  useEffect(() => {
    const [key, ...others] = Object.keys(edit.errors)
    if (key && others.length === 0) document.getElementById(key)?.focus()
  }, [edit.attempt])
  const inputs = noteInputs(edit)
  const values = edit.values as NewNoteValues
  const days = typedDays(values, today)
  const known = knownNotes(notes ?? [], { ...values, ...days })
  const isFree = isRefusedAsFree || isAllFree(days, free_days)
  const { denied, why } = deniedDecisions(
    { ...days, partial: values.partial },
    { isManager, freeDays: free_days ?? [] },
  )
  const decision = denied.includes(values.leave_decision) ? 'pending' : values.leave_decision
  const { enter, isRunning } = useEntry(edit, {
    today,
    onFieldErrors: (errors) => {
      setRefusedAsFree(Object.values(errors).includes(SICKNOTE_TEXTS.noSchoolDay))
      edit.refuse(errors)
    },
  })
  const send = async (body: Body) => {
    if (openName !== '') {
      setOpenNameRefused(true)
      document.getElementById('pupil_ids')?.focus()
      return undefined
    }
    if (!(await askCovered(coveringNotes(known, { ...values, ...days }), today))) return undefined
    const reply = await enter({
      ...body,
      ...(body.leave_decision && { leave_decision: decision }),
      accepts_free_days: isFree,
    })
    return reply && noticeOf(reply)
  }
  /** The dialog of the known note takes the place of this one: more than its child would be lost. */
  const extend = async (note: Sicknote) => {
    const isLost = chosen.length > 1 || edit.changed.some(({ key }) => key !== 'pupil_ids')
    const question = `Wenn Sie die Krankmeldung von ${fullName(note.pupil)} verlängern, gehen Ihre anderen Eingaben verloren.`
    if (!isLost || (await askToDiscard(question))) onExtend(note)
  }
  const drawInput = (input: InputFieldProps) => {
    const { field } = input
    if (field.key === 'leave_decision')
      return (
        <SicknoteChoiceField
          {...input}
          field={{ ...field, ...(why && { hint: why }) }}
          value={decision}
          denied={denied}
        />
      )
    return drawNoteInput(input)
  }
  const arrange = (inputOf: InputOf) => (
    <>
      <div>
        <SicknotePupilsField
          id="pupil_ids"
          value={chosen}
          onChange={(picked) => {
            setChosen(picked)
            edit.set(
              'pupil_ids',
              picked.map(({ id }) => String(id)),
            )
          }}
          onType={(text) => {
            setOpenName(text)
            setOpenNameRefused(false)
          }}
          error={isOpenNameRefused ? nobodyChosen(openName) : edit.errors.pupil_ids}
          takeEarly={takeEarly}
        />
        <KnownNotesField notes={known} today={today} onExtend={extend} />
      </div>
      <SicknoteDaysField
        {...inputs}
        set={(change) => {
          // Other days may be school days.
          setRefusedAsFree(false)
          inputs.set(change)
        }}
        today={today}
        freeDays={free_days ?? []}
      />
      {inputOf('reason')}
      {inputOf('leave_decision')}
      <SicknoteMoreField {...inputs} inputOf={inputOf}>
        {isManager && inputOf('source')}
      </SicknoteMoreField>
      {/* The live region stands before its words do. */}
      <div role="status">{isFree && <FreeDaysAlert />}</div>
    </>
  )
  return (
    <EditDialog
      title="Krankmeldung erfassen"
      action={buttonText(chosen.length, isFree)}
      size={560}
      hasLineOfButtons
      edit={edit}
      renderInput={drawInput}
      arrange={arrange}
      onKeyDown={sendOnControlEnter}
      onAdd={send}
      isRunning={isRunning}
      isVain={chosen.length === 0 && values.comment === ''}
      onGone={onGone}
    />
  )
}
