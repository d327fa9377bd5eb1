import { Alert, Button, Modal, Stack } from '@mantine/core'
import { CalendarOff } from 'lucide-react'
import type { FormEvent } from 'react'
import { formatDate, isIsoDay } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import {
  REPORTER_RELATION_LABELS,
  SICKNOTE_REASON_LABELS,
  SICKNOTE_REASONS,
  TEACHERS_REASONS,
} from '#contract/sicknotes/sicknotes.reasons.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { lessonsText, partText } from '#contract/sicknotes/sicknotes.texts.ts'
import { useMay } from '#web/api/base-data.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { SicknoteChoiceField } from './SicknoteChoiceField.tsx'
import { SicknoteDaysField } from './SicknoteDaysField.tsx'
import { SicknoteLessonsField } from './SicknoteLessonsField.tsx'
import { SicknoteMoreField } from './SicknoteMoreField.tsx'
import { changesOf, NOTE_FIELDS, type NoteValues } from './sicknote-form.ts'
import { type SicknoteChangeDialogProps, useChangeNote } from './use-change-note.ts'

interface ChangeProps {
  dialog: ReturnType<typeof useChangeNote>
}

const WORDS: { [K in keyof NoteValues]?: (values: NoteValues) => string } = {
  reason: ({ reason }) => SICKNOTE_REASON_LABELS[reason],
  reporterRelation: ({ reporterRelation: relation }) => (relation ? REPORTER_RELATION_LABELS[relation] : ''),
  partial: ({ partial }) => (partial ? 'ja' : 'nein'),
  lessons: ({ lessons }) => lessonsText(lessons),
}

/** What stands in a field, as the comparison of two changes shows it. */
export const shownNoteValue = (values: NoteValues, field: keyof NoteValues) => {
  const value = WORDS[field]?.(values) ?? String(values[field])
  return (isIsoDay(value) ? formatDate(value) : value) || '–'
}

const Conflict = ({ dialog: { conflict, form, keepMine, takeTheirs } }: ChangeProps) => {
  if (!conflict) return null
  const fields = Object.keys(changesOf(form.values, conflict.theirs)) as (keyof NoteValues)[]
  return (
    <ConflictCard
      text={conflict.text}
      lines={fields.map((field) => ({
        key: field,
        label: NOTE_FIELDS[field],
        mine: shownNoteValue(form.values, field),
        theirs: shownNoteValue(conflict.theirs, field),
      }))}
      onKeepMine={keepMine}
      onTakeTheirs={takeTheirs}
    />
  )
}

const TITLES = {
  all: 'Krankmeldung ändern',
  end: 'verlängern oder beenden',
  lessons: 'Stunden eintragen',
} as const

const Inputs = ({ dialog: { form, today, options, what, note } }: ChangeProps) => {
  const isManager = useMay()('manage pupil')
  const inputs = { values: form.values, errors: form.errors, set: form.setValues }
  if (what === 'lessons')
    return (
      <>
        <p className="sh-flush">{[formatDate(note.value.dateStart), partText(note.value)].join(', ')}</p>
        <SicknoteLessonsField {...inputs} label={NOTE_FIELDS.lessons} />
      </>
    )
  return (
    <>
      <SicknoteDaysField
        {...inputs}
        today={today}
        freeDays={options?.free_days ?? []}
        isOnlyEnd={what === 'end'}
        endSoFar={note.value.dateEnd}
        onDays={form.setValues}
      />
      {what === 'all' && (
        <>
          <SicknoteChoiceField
            id="reason"
            label={NOTE_FIELDS.reason}
            options={isManager ? SICKNOTE_REASONS : TEACHERS_REASONS}
            labels={SICKNOTE_REASON_LABELS}
            value={form.values.reason}
            onChange={(reason) => form.setFieldValue('reason', reason)}
            error={form.errors.reason}
          />
          <SicknoteMoreField {...inputs} isOpen={form.values.partial || form.values.comment !== ''} />
        </>
      )}
    </>
  )
}

/** Up to its first day a note changes as a whole, then its end, or the lessons of a part of a day (domain §1.11). */
export const SicknoteChangeDialog = (props: SicknoteChangeDialogProps) => {
  const dialog = useChangeNote(props)
  const { form, attempt, isRunning, submit, leave, modal, isFree, what, conflict } = dialog
  return (
    <Modal {...modal} size={560} title={`${fullName(props.note.pupil)}: ${TITLES[what]}`}>
      <form onSubmit={submit as (event?: FormEvent<HTMLFormElement>) => void} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={NOTE_FIELDS} attempt={attempt} />
          <Inputs dialog={dialog} />
          {isFree && (
            <Alert color="yellow" icon={<CalendarOff size={20} aria-hidden />}>
              {SICKNOTE_TEXTS.noSchoolDay}
            </Alert>
          )}
          <Conflict dialog={dialog} />
        </Stack>
        <ButtonRow align="end" isFoot>
          <Button variant="default" onClick={() => void leave()}>
            Abbrechen
          </Button>
          {!conflict && (
            <ActionButton type="submit" isRunning={isRunning}>
              {isFree ? 'Trotzdem eintragen' : 'Übernehmen'}
            </ActionButton>
          )}
        </ButtonRow>
      </form>
    </Modal>
  )
}
