import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { formatDate } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { SicknoteChange, sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { SicknoteClockWidget } from '#web/domains/retentions/SicknoteClockWidget.tsx'
import { EditDialog } from '#web/forms/EditDialog.tsx'
import type { InputOf } from '#web/forms/EditFrame.tsx'
import { inputsOf } from '#web/forms/fields.ts'
import { useEdit } from '#web/forms/use-edit.ts'
import { SicknoteDaysField } from './SicknoteDaysField.tsx'
import { drawNoteInput, FreeDaysAlert, SicknoteLessonsField, SicknoteMoreField } from './SicknoteMoreField.tsx'
import { asksOfNote, dayFaults, isAllFree, NOTE_FIELDS, noteInputs, typedDays } from './sicknote-form.ts'
import { CHANGED_BY_SICKNOTES, loadSicknoteAnew, sicknoteOptionsQuery } from './sicknote-queries.ts'

type SicknoteEdit = z.input<typeof SicknoteChange>

const TITLES = {
  all: 'Krankmeldung ändern',
  end: 'verlängern oder beenden',
  lessons: 'Stunden eintragen',
} as const

/** After the first day only the end changes, and of a part of that day its lessons (domain §1.11). */
const changeableOf = ({ dateStart, partial }: Sicknote['value'], today: string): keyof typeof TITLES => {
  if (dateStart >= today) return 'all'
  return partial ? 'lessons' : 'end'
}

/** Up to its first day a note changes as a whole, then its end, or the lessons of a part of a day (domain §1.11). */
export const SicknoteChangeDialog = ({ note, onGone }: { note: Sicknote; onGone: () => void }) => {
  const today = useToday()
  const { free_days } = useQuery(sicknoteOptionsQuery).data ?? {}
  const edit = useEdit<Sicknote, object, SicknoteEdit>({
    fields: NOTE_FIELDS,
    asks: asksOfNote,
    loaded: note,
    valuesOf: ({ value } = note) => inputsOf(NOTE_FIELDS, { ...value, reason: value.reason ?? 'sick' }),
    loadAnew: ({ id }) => loadSicknoteAnew(id),
    rules: { change: SicknoteChange },
    faultsOf: dayFaults,
    invalidates: CHANGED_BY_SICKNOTES,
  })
  const { run, isRunning } = useCall(sicknoteChangeEndpoints.change, edit.calls)
  const inputs = noteInputs(edit)
  const { values, set } = inputs
  const isFree = isAllFree(typedDays(values, today), free_days)
  const what = changeableOf(note.value, today)
  const arrange = (inputOf: InputOf) =>
    what === 'lessons' ? (
      <>
        <p className="sh-flush">{[formatDate(note.value.dateStart), partText(note.value)].join(', ')}</p>
        <SicknoteLessonsField label="Stunden" value={values.lessons} onChange={(lessons) => set({ lessons })} />
      </>
    ) : (
      <>
        <SicknoteDaysField
          {...inputs}
          today={today}
          freeDays={free_days ?? []}
          isOnlyEnd={what === 'end'}
          endSoFar={note.value.dateEnd}
        />
        {what === 'all' && (
          <>
            {inputOf('reason')}
            <SicknoteMoreField {...inputs} inputOf={inputOf} isOpen={values.partial || values.comment !== ''} />
          </>
        )}
      </>
    )
  return (
    <EditDialog
      title={`${fullName(note.pupil)}: ${TITLES[what]}`}
      action={isFree ? 'Trotzdem eintragen' : 'Übernehmen'}
      size={560}
      edit={edit}
      renderInput={drawNoteInput}
      arrange={arrange}
      onChange={async ({ id, version }, changes) => {
        const accepts = isFree ? { accepts_free_days: true } : {}
        const body = { ...changes, ...accepts, version }
        const reply = await run({ params: { id }, body })
        return reply && { message: `${fullName(note.pupil)}: ${reply.message}`, about: `sicknote ${note.id}` }
      }}
      isRunning={isRunning}
      onGone={onGone}
    >
      {isFree && <FreeDaysAlert />}
      <SicknoteClockWidget id={note.id} />
    </EditDialog>
  )
}
