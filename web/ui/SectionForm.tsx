import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { ActionButton } from './ActionButton.tsx'
import { ConflictCard } from './ConflictCard.tsx'
import { cancelOnEscape } from './cancel-on-escape.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import pairs from './field-pairs.module.css'

interface SectionField {
  key: string
  label: string
  /** Two of them stand beside each other. */
  isHalf?: true
}

/** A section while it is being changed. */
interface Draft<Field, Value> {
  values: Record<string, Value>
  before: Record<string, Value>
  errors: Record<string, string>
  attempt: number
  changed: readonly Field[]
  /** Who was faster, while both versions are shown. */
  conflict: string | undefined
  isRunning: boolean
  set: (key: string, value: Value) => void
  submit: () => void
  keepMine: () => void
  takeTheirs: () => void
}

interface InputProps<Field, Value> {
  field: Field
  value: Value | ''
  error: string | undefined
  onChange: (value: Value) => void
}

interface SectionFormProps<Field extends SectionField, Value> {
  title: string
  fields: readonly Field[]
  draft: Draft<Field, Value>
  renderInput: (input: InputProps<Field, Value>) => ReactNode
  /** What a person reads of a value; empty: nothing. */
  readText: (field: Field, value: Value | '') => string
  onCancel: () => void
  /** A further button. */
  extra?: ReactNode
  /** Between the inputs and the buttons. */
  children?: ReactNode
}

/** Whoever pressed „Bearbeiten“ goes on in the first field. */
const useFocusInside = () => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])
  return form
}

/** The inputs of a section in place of what is read there: saved, left, and compared when somebody else was faster. */
export const SectionForm = <Field extends SectionField, Value>(props: SectionFormProps<Field, Value>) => {
  const { title, fields, draft, renderInput, readText, onCancel, extra, children } = props
  const { before, values, errors, conflict } = draft
  const form = useFocusInside()
  const lineOf = (field: Field) => ({
    key: field.key,
    label: field.label,
    mine: readText(field, values[field.key] ?? '') || '–',
    theirs: readText(field, before[field.key] ?? '') || '–',
  })
  return (
    <form
      ref={form}
      noValidate
      aria-label={`${title} bearbeiten`}
      onKeyDown={cancelOnEscape(onCancel)}
      onSubmit={(event) => {
        event.preventDefault()
        draft.submit()
      }}
    >
      <Stack gap="md">
        <ErrorSummary
          errors={errors}
          labels={Object.fromEntries(fields.map(({ key, label }) => [key, label]))}
          attempt={draft.attempt}
        />
        <div className={pairs.fields}>
          {fields.map((field) => (
            <div key={field.key} data-half={field.isHalf}>
              {renderInput({
                field,
                value: values[field.key] ?? '',
                error: errors[field.key],
                onChange: (value) => draft.set(field.key, value),
              })}
            </div>
          ))}
        </div>
        {children}
        {conflict && (
          <ConflictCard
            text={conflict}
            lines={draft.changed.map(lineOf)}
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
          {!conflict && extra}
        </Group>
      </Stack>
    </form>
  )
}
