import { Alert, Button, Modal, Stack } from '@mantine/core'
import { CalendarOff } from 'lucide-react'
import type { FormEvent } from 'react'
import { formatDate, isIsoDay } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { SICKNOTE_REASON_LABELS, SICKNOTE_REASONS, TEACHERS_REASONS } from '#contract/sicknotes.reasons.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes.rules.ts'
import { useMay } from '#web/api/base-data.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { ConflictCard } from '#web/ui/ConflictCard.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { SicknoteChoiceField } from './SicknoteChoiceField.tsx'
import { SicknoteDaysField } from './SicknoteDaysField.tsx'
import { SicknoteMoreField } from './SicknoteMoreField.tsx'
import { changesOf, NOTE_FIELDS, type NoteValues } from './sicknote-form.ts'
import { type SicknoteChangeDialogProps, useChangeNote } from './use-change-note.ts'

const shownValue = (values: NoteValues, field: keyof NoteValues) => {
  const value = values[field]
  if (field === 'reason') return SICKNOTE_REASON_LABELS[values.reason]
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (typeof value === 'string' && isIsoDay(value)) return formatDate(value)
  return String(value || '–')
}

interface ConflictProps {
  dialog: ReturnType<typeof useChangeNote>
}

const Conflict = ({ dialog: { conflict, form, keepMine, takeTheirs } }: ConflictProps) => {
  if (!conflict) return null
  const fields = Object.keys(changesOf(form.values, conflict.theirs)) as (keyof NoteValues)[]
  return (
    <ConflictCard
      text={conflict.text}
      lines={fields.map((field) => ({
        key: field,
        label: NOTE_FIELDS[field],
        mine: shownValue(form.values, field),
        theirs: shownValue(conflict.theirs, field),
      }))}
      onKeepMine={keepMine}
      onTakeTheirs={takeTheirs}
    />
  )
}

/** Up to its first day a note changes as a whole, then only its end (domain §1.11). */
export const SicknoteChangeDialog = (props: SicknoteChangeDialogProps) => {
  const dialog = useChangeNote(props)
  const { form, attempt, isRunning, submit, leave, modal, today, options, isFree, isOnlyEnd, conflict } = dialog
  const isManager = useMay()('manage pupil')
  const inputs = { values: form.values, errors: form.errors, set: form.setValues }
  const name = fullName(props.note.pupil)
  return (
    <Modal {...modal} size={560} title={isOnlyEnd ? `${name}: verlängern oder beenden` : `${name}: Abwesenheit ändern`}>
      <form onSubmit={submit as (event?: FormEvent<HTMLFormElement>) => void} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={NOTE_FIELDS} attempt={attempt} />
          <SicknoteDaysField
            {...inputs}
            today={today}
            freeDays={options?.free_days ?? []}
            isOnlyEnd={isOnlyEnd}
            onDays={form.setValues}
          />
          {!isOnlyEnd && (
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
