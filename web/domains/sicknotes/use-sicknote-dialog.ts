import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fullName } from '#contract/person-names.ts'
import { type OtherReason, sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import type { Reply } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { useRecordDialog } from '#web/forms/use-record-dialog.ts'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { askOtherReasons, otherReasonsOf } from './ask-other-reasons.ts'
import { CHANGED_BY_SICKNOTES } from './changed-by-sicknotes.ts'
import { deniedDecisions } from './denied-decisions.ts'
import { takeEntryBack } from './sicknote-actions.ts'
import {
  isAllFree,
  NewNoteSchema,
  type NewNoteValues,
  type NoteValues,
  newBodyOf,
  newNote,
  type PickedPupil,
  typedDays,
} from './sicknote-form.ts'
import { sicknoteOptionsQuery } from './sicknote-queries.ts'
import { sicknotesQuery } from './sicknotes-query.ts'

export interface SicknoteDialogProps {
  /** Children that are chosen already. */
  pupils: readonly PickedPupil[]
  /** What was being typed when a session ended. */
  kept?: NewNoteValues | undefined
  remember: (values: NewNoteValues | undefined) => void
  onGone: () => void
  /** Goes on to a known note instead. */
  onExtend: (note: Sicknote) => void
}

/** Whether the days differ from what was proposed, or anything was said beside them. */
const changed = (values: NewNoteValues, before: NewNoteValues) =>
  JSON.stringify(values) === JSON.stringify(before) ? [] : ['note']

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
  { pupils, dateStart, dateEnd }: Pick<NewNoteValues, 'pupils' | 'dateStart' | 'dateEnd'>,
) => {
  const isChosen = ({ pupil, value }: Sicknote) =>
    dateStart !== '' &&
    value.reason !== 'unexplained' &&
    value.dateStart <= dateEnd &&
    dateStart <= value.dateEnd &&
    pupils.some(({ id }) => id === pupil.id)
  return notes.filter(isChosen)
}

/** What the dialog of a new note holds and does (ux §3.7). */
export const useSicknoteDialog = ({ pupils, onExtend, ...props }: SicknoteDialogProps) => {
  const today = useToday()
  const options = useQuery(sicknoteOptionsQuery).data
  const notes = useQuery({ ...sicknotesQuery, meta: { quiet: true } }).data
  const [first] = useState(() => newNote(pupils, today, options?.free_days ?? []))
  const { form, refuse, savedBy } = useRecordDialog<never, NewNoteValues>({
    ...props,
    schemaOf: () => NewNoteSchema,
    loaded: undefined,
    valuesOf: () => first,
    changed,
    loadAnew: async () => undefined,
    isVain: ({ pupils: chosen, comment }) => chosen.length === 0 && comment === '',
  })
  const [isRefusedAsFree, setRefusedAsFree] = useState(false)
  const keyFor = useSendKey()
  /** What the last refusal said stands for another reason. */
  const others = useRef<readonly OtherReason[]>(undefined)
  const { run, isRunning } = useCall(sicknoteChangeEndpoints.add, {
    invalidates: CHANGED_BY_SICKNOTES,
    onFieldErrors: (errors) => {
      setRefusedAsFree(Object.values(errors).includes(SICKNOTE_TEXTS.noSchoolDay))
      refuse(errors)
    },
    onFailure: async (failure) => {
      others.current = otherReasonsOf(failure)
      if (!others.current) await explainFailure(failure)
    },
  })
  const days = typedDays(form.values, today)
  const isFree = isRefusedAsFree || isAllFree(days, options?.free_days)
  const isManager = useMay()('manage pupil')
  const decisions = deniedDecisions(
    { ...days, partial: form.values.partial },
    { isManager, freeDays: options?.free_days ?? [] },
  )
  const chosen = form.values.leave_decision
  const decision = decisions.denied.includes(chosen) ? 'pending' : chosen

  type Body = ReturnType<typeof newBodyOf> & {
    accepts_free_days: boolean
    replaces?: { id: number; version: number }[]
  }
  const sendOnce = (body: Body) => {
    others.current = undefined
    return run({ body, idempotencyKey: keyFor(body) })
  }
  /** The server refuses a second reason for the same days: a yes changes it, and a colleague's change is asked about again. */
  const sendAfterQuestion = async (body: Body): ReturnType<typeof run> => {
    const known = others.current
    if (!known || !(await askOtherReasons(known, { reason: body.reason, today }))) return undefined
    const asked = { ...body, replaces: known.map(({ id, version }) => ({ id, version })) }
    return (await sendOnce(asked)) ?? sendAfterQuestion(body)
  }

  const send = async (values: NewNoteValues) => {
    const body = { ...newBodyOf({ ...values, leave_decision: decision }), accepts_free_days: isFree }
    const reply = (await sendOnce(body)) ?? (await sendAfterQuestion(body))
    return reply && noticeOf(reply)
  }
  /** Other days may be school days. */
  const setDays = (days: Partial<Pick<NoteValues, 'dateStart' | 'dateEnd'>>) => {
    setRefusedAsFree(false)
    form.setValues(days)
  }
  /** The dialog of the known note takes the place of this one: more than its child would be lost. */
  const extend = async (note: Sicknote) => {
    const isLost = form.values.pupils.length > 1 || changed({ ...form.values, pupils }, first).length > 0
    const question = `Wenn Sie die Krankmeldung von ${fullName(note.pupil)} verlängern, gehen Ihre anderen Eingaben verloren.`
    if (!isLost || (await askToDiscard(question))) onExtend(note)
  }
  return {
    ...savedBy({ send, isRunning }),
    ...{ today, options, isFree, setDays, decision, decisions, extend },
    known: knownNotes(notes ?? [], { ...form.values, ...days }),
  }
}
export type SicknoteDialogState = ReturnType<typeof useSicknoteDialog>
