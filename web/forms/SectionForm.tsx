import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { unitOf } from '#contract/field-units.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { BothTakenCard } from './BothTakenCard.tsx'
import { ConflictCard } from './ConflictCard.tsx'
import { cancelOnEscape } from './cancel-on-escape.ts'
import { comparedLines, wholeText } from './compared-lines.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import pairs from './forms.module.css'

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
  /** What both versions began with, while they are shown. */
  origin: Record<string, Value>
  /** Both changes of one whole put together; undefined: they cannot be. */
  merged: Record<string, Value> | undefined
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
  takeMerged: () => void
  /** Both changes stand in the inputs, not saved yet. */
  hasTakenBoth: boolean
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

/** Both versions of what differs, and what they make together. */
const comparisonOf = <Field extends SectionField, Value>({
  draft,
  fields,
  readText,
}: SectionFormProps<Field, Value>) => {
  const { merged, takeMerged } = draft
  const versions = { origin: draft.origin, mine: draft.values, theirs: draft.before }
  const fieldOf = (key: string) => fields.find((field) => field.key === key)
  const readIn = (values: Record<string, Value>, key: string) => {
    const field = fieldOf(key)
    return (field && readText(field, values[key] ?? '')) || '–'
  }
  const lines = comparedLines({
    keys: draft.changed.map(({ key }) => key),
    labelOf: (key) => fieldOf(key)?.label ?? key,
    read: (version, key) => readIn(versions[version], key),
  })
  const whole = lines.find(({ isWhole }) => isWhole)
  const both = merged &&
    whole && { text: wholeText(unitOf(whole.key) ?? [], (key) => readIn(merged, key)), onTake: takeMerged }
  return { lines, both }
}

/** Whoever pressed „Bearbeiten“ goes on in the first field. */
const useFocusInside = () => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])
  return form
}

/** The inputs of a section in place of what is read there: saved, left, and compared when somebody else was faster. */
export const SectionForm = <Field extends SectionField, Value>(props: SectionFormProps<Field, Value>) => {
  const { title, fields, draft, renderInput, onCancel, extra, children } = props
  const { values, errors, conflict } = draft
  const form = useFocusInside()
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
            {...comparisonOf(props)}
            onKeepMine={draft.keepMine}
            onTakeTheirs={draft.takeTheirs}
          />
        )}
        {draft.hasTakenBoth && <BothTakenCard />}
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
