import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sicknoteChangeEndpoints } from '#contract/sicknotes.change.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes.rules.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { useRecordDialog } from '#web/shell/use-record-dialog.ts'
import { CHANGED_BY_SICKNOTES } from './changed-by-sicknotes.ts'
import { deniedDecisions } from './denied-decisions.ts'
import { knownNotes } from './known-notes.ts'
import { cancelQuietly } from './sicknote-actions.ts'
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
}

/** Whether the days differ from what was proposed, or anything was said beside them. */
const changed = (values: NewNoteValues, before: NewNoteValues) =>
  JSON.stringify(values) === JSON.stringify(before) ? [] : ['note']

/** What the dialog of a new note holds and does (ux §3.7). */
export const useSicknoteDialog = ({ pupils, ...props }: SicknoteDialogProps) => {
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
  const { run, isRunning } = useCall(sicknoteChangeEndpoints.add, {
    invalidates: CHANGED_BY_SICKNOTES,
    onFieldErrors: (errors) => {
      setRefusedAsFree(Object.values(errors).includes(SICKNOTE_TEXTS.noSchoolDay))
      refuse(errors)
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

  const send = async (values: NewNoteValues) => {
    const body = { ...newBodyOf({ ...values, leave_decision: decision }), accepts_free_days: isFree }
    const reply = await run({ body, idempotencyKey: keyFor(body) })
    if (!reply) return undefined
    const { ids, message } = reply
    // Nothing new is no success.
    const type = ids.length === 0 ? ('info' as const) : ('positive' as const)
    return { message, type, ...(ids.length > 0 && { about: `sicknotes ${ids}`, undo: () => cancelQuietly(ids) }) }
  }
  /** Other days may be school days. */
  const setDays = (days: Partial<Pick<NoteValues, 'dateStart' | 'dateEnd'>>) => {
    setRefusedAsFree(false)
    form.setValues(days)
  }
  return {
    ...savedBy({ send, isRunning }),
    ...{ today, options, isFree, setDays, decision, decisions },
    known: knownNotes(notes ?? [], { ...form.values, ...days }),
  }
}
export type SicknoteDialogState = ReturnType<typeof useSicknoteDialog>
