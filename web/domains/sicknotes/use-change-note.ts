import { useQuery } from '@tanstack/react-query'
import { fullName } from '#contract/person-names.ts'
import { sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { useRecordDialog } from '#web/forms/use-record-dialog.ts'
import { CHANGED_BY_SICKNOTES } from './changed-by-sicknotes.ts'
import { ChangeSchema, changesOf, isAllFree, type NoteValues, typedDays, valuesOfNote } from './sicknote-form.ts'
import { loadSicknoteAnew, sicknoteOptionsQuery } from './sicknote-queries.ts'

export interface SicknoteChangeDialogProps {
  note: Sicknote
  onGone: () => void
}

type Values = NoteValues & Record<string, unknown>

/** After the first day only the end changes, and of a part of that day its lessons (domain §1.11). */
const changeableOf = ({ dateStart, partial }: Sicknote['value'], today: string): 'all' | 'end' | 'lessons' => {
  if (dateStart >= today) return 'all'
  return partial ? 'lessons' : 'end'
}

/** What the dialog of a known note holds and does. */
export const useChangeNote = ({ note, onGone }: SicknoteChangeDialogProps) => {
  const today = useToday()
  const options = useQuery(sicknoteOptionsQuery).data
  const { form, base, before, refuse, compareAfter, savedBy } = useRecordDialog<Sicknote, Values>({
    onGone,
    schemaOf: () => ChangeSchema,
    loaded: note,
    valuesOf: (stored) => valuesOfNote(stored ?? note),
    changed: (values, then) => Object.keys(changesOf(values, then)),
    loadAnew: ({ id }) => loadSicknoteAnew(id),
  })
  const { run, isRunning } = useCall(sicknoteChangeEndpoints.change, {
    invalidates: CHANGED_BY_SICKNOTES,
    onFieldErrors: refuse,
    onFailure: compareAfter,
  })
  const isFree = isAllFree(typedDays(form.values, today), options?.free_days)
  const send = async (values: Values) => {
    if (!base) return undefined
    const accepts = isFree ? { accepts_free_days: true } : {}
    const body = { ...changesOf(values, before), ...accepts, version: base.version }
    const reply = await run({ params: { id: base.id }, body })
    return reply && { message: `${fullName(note.pupil)}: ${reply.message}`, about: `sicknote ${note.id}` }
  }
  return {
    ...savedBy({ send, isRunning }),
    ...{ today, options, isFree },
    ...{ note, what: changeableOf(note.value, today) },
  }
}
