import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ConflictCard } from '#web/ui/ConflictCard.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import classes from './SchoolSections.module.css'
import { SectionInputField } from './SectionInputField.tsx'
import type { SchoolSection } from './school-sections.ts'
import { type FieldValues, inputsOf, readText } from './section-fields.ts'
import type { SectionDraft } from './use-section-draft.ts'

interface SectionFormProps {
  section: SchoolSection
  draft: SectionDraft
  onCancel: () => void
  /** What the typed values will look like. */
  preview?: ((values: FieldValues) => ReactNode) | undefined
}

const conflictLines = ({ changed, before, values }: SectionDraft) =>
  changed.map((field) => ({
    key: field.key,
    label: field.label,
    mine: readText(field, values[field.key] ?? ''),
    theirs: readText(field, before[field.key] ?? ''),
  }))

/** Whoever pressed „Bearbeiten“ goes on in the first field. */
const useFocusInside = () => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])
  return form
}

/** The inputs of a section in place of what is read there. */
export const SectionForm = ({ section, draft, onCancel, preview }: SectionFormProps) => {
  const { fields, defaults } = section
  const { values, errors, conflict } = draft
  const form = useFocusInside()
  const labels = Object.fromEntries(fields.map(({ key, label }) => [key, label]))
  const isDefault = defaults !== undefined && JSON.stringify(values) === JSON.stringify(inputsOf(fields, defaults))
  return (
    <form
      ref={form}
      noValidate
      aria-label={`${section.title} bearbeiten`}
      onSubmit={(event) => {
        event.preventDefault()
        draft.submit()
      }}
    >
      <Stack gap="md">
        <ErrorSummary errors={errors} labels={labels} attempt={draft.attempt} />
        <div className={classes.fields}>
          {fields.map((field) => (
            <div key={field.key} data-half={field.isHalf}>
              <SectionInputField
                field={field}
                value={values[field.key] ?? ''}
                error={errors[field.key]}
                onChange={(value) => draft.set(field.key, value)}
              />
            </div>
          ))}
        </div>
        {preview?.(values)}
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
          <Button variant="default" onClick={onCancel}>
            Abbrechen
          </Button>
          {defaults && !conflict && (
            <Button variant="subtle" disabled={isDefault} onClick={() => draft.fillIn(defaults)}>
              Standardwerte
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
