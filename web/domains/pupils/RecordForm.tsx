import { Button, Group, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import type { PupilDetails } from '#contract/pupils.details.ts'
import type { OpenSection } from '#web/shell/use-open-section.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConflictCard } from '#web/ui/ConflictCard.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { cancelOnEscape } from './cancel-on-escape.ts'
import classes from './PupilSections.module.css'
import { RecordInputField } from './RecordInputField.tsx'
import { type FieldValues, readText } from './record-fields.ts'
import type { RecordSection } from './record-sections.ts'
import { type RecordDraft, useRecordDraft } from './use-record-draft.ts'

interface RecordFormProps {
  pupil: PupilDetails
  section: RecordSection
  open: OpenSection<FieldValues>
}

const conflictLines = ({ changed, before, values }: RecordDraft) =>
  changed.map((field) => ({
    key: field.key,
    label: field.label,
    mine: readText(field, values[field.key] ?? '') || '–',
    theirs: readText(field, before[field.key] ?? '') || '–',
  }))

/** Whoever pressed „Bearbeiten“ goes on in the first field. */
const useFocusInside = () => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])
  return form
}

/** The inputs of a section in place of what is read there. */
export const RecordForm = (props: RecordFormProps) => {
  const { section, open } = props
  const draft = useRecordDraft(props)
  const { values, errors, conflict } = draft
  const form = useFocusInside()
  useHotkeys([['mod+S', draft.submit]], [])
  const labels = Object.fromEntries(section.fields.map((field) => [field.key, field.label]))
  return (
    <form
      ref={form}
      noValidate
      aria-label={`${section.title} bearbeiten`}
      onKeyDown={cancelOnEscape(() => void open.cancel())}
      onSubmit={(event) => {
        event.preventDefault()
        draft.submit()
      }}
    >
      <Stack gap="md">
        <ErrorSummary errors={errors} labels={labels} attempt={draft.attempt} />
        <div className={classes.fields}>
          {section.fields.map((field) => (
            <div key={field.key} data-half={field.isHalf}>
              <RecordInputField
                field={field}
                value={values[field.key] ?? ''}
                error={errors[field.key]}
                onChange={(value) => draft.set(field.key, value)}
              />
            </div>
          ))}
        </div>
        {conflict && (
          <ConflictCard
            text={conflict}
            lines={conflictLines(draft)}
            onKeepMine={draft.keepMine}
            onTakeTheirs={draft.takeTheirs}
          />
        )}
        <Group gap="xs">
          {!conflict && (
            <ActionButton type="submit" isRunning={draft.isRunning}>
              Speichern
            </ActionButton>
          )}
          <Button variant="default" onClick={() => void open.cancel()}>
            Abbrechen
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
