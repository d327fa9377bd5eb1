import { Button, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { SCHOOLGRADE_TEXTS, type Schoolgrade } from '#contract/schoolgrades/schoolgrades.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { GRADE_FIELDS, readValue, withNumber } from './grade-form.ts'
import classes from './Schoolgrades.module.css'
import { type GradeTyped, useGradeRow } from './use-grade-row.ts'

interface SchoolgradeFormProps {
  typed: GradeTyped
  grades: readonly Schoolgrade[]
  /** Classes or applications know it by its number. */
  isNumberFixed: boolean
  remember: (typed: GradeTyped | undefined) => void
  onClose: () => void
}

const QUESTION = 'Ihre Änderungen in dieser Zeile sind noch nicht gespeichert.'
const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** A grade in its row: Enter saves, Escape leaves it as it was (ux §3.10). */
export const SchoolgradeForm = ({ grades, isNumberFixed, ...props }: SchoolgradeFormProps) => {
  const row = useGradeRow(props)
  const { values, before, errors, conflict } = row
  const name = useRef<HTMLInputElement>(null)
  const number = useRef<HTMLInputElement>(null)
  useEffect(() => (number.current?.disabled ? name : number).current?.focus(), [])
  const cancel = async () => {
    if (!row.isDirty || (await askToDiscard(QUESTION))) props.onClose()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    void cancel()
  }
  const choices = grades.filter(({ grade }) => grade > Number(values.grade))
  const nextName = (id: string) => grades.find((one) => String(one.id) === id)?.name ?? 'keine (Abgang)'
  const box = (key: 'is_entry' | 'accepts_lateral' | 'active', label: string) => (
    <Checkbox
      id={key}
      label={label}
      error={errors[key]}
      checked={values[key]}
      onChange={(event) => row.set({ [key]: event.currentTarget.checked })}
    />
  )
  return (
    <form
      className={`sh-grid sh-gap-4 ${classes.form}`}
      noValidate
      aria-label={row.id === undefined ? 'Neue Klassenstufe' : `${before.name} bearbeiten`}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault()
        row.submit()
      }}
    >
      <ErrorSummary errors={errors} labels={GRADE_FIELDS} attempt={row.attempt} />
      <div className={`sh-grid sh-gap-4 ${classes.fields}`}>
        <TextInput
          ref={number}
          id="grade"
          label={GRADE_FIELDS.grade}
          inputMode="numeric"
          autoComplete="off"
          disabled={isNumberFixed}
          description={isNumberFixed ? SCHOOLGRADE_TEXTS.numberInUse : undefined}
          inputWrapperOrder={HINT_LAST}
          value={values.grade}
          error={errors.grade}
          onChange={(event) => row.set(withNumber(values, event.currentTarget.value, grades))}
        />
        <TextInput
          ref={name}
          id="name"
          label={GRADE_FIELDS.name}
          autoComplete="off"
          value={values.name}
          error={errors.name}
          onChange={(event) => row.set({ name: event.currentTarget.value })}
        />
        <NativeSelect
          id="next_schoolgrade_id"
          label={GRADE_FIELDS.next_schoolgrade_id}
          value={values.next_schoolgrade_id}
          error={errors.next_schoolgrade_id}
          data={[
            { value: '', label: nextName('') },
            ...choices.map(({ id, name: label }) => ({ value: String(id), label })),
          ]}
          onChange={(event) => row.set({ next_schoolgrade_id: event.currentTarget.value })}
        />
        <Stack gap="xs" className={classes.boxes ?? ''}>
          {box('is_entry', 'Einstieg: Kinder beginnen hier regulär')}
          {box('accepts_lateral', 'Quereinstieg ist möglich')}
          {box('active', 'Aktiv: wird für Klassen und Bewerbungen angeboten')}
        </Stack>
      </div>
      {conflict && (
        <ConflictCard
          text={conflict}
          lines={row.changedKeys.map((key) => ({
            key,
            label: GRADE_FIELDS[key] ?? key,
            mine: readValue(values, key, nextName),
            theirs: readValue(before, key, nextName),
          }))}
          onKeepMine={row.keepMine}
          onTakeTheirs={row.takeTheirs}
        />
      )}
      <div className="sh-wrap sh-gap-2">
        {!conflict && (
          <ActionButton type="submit" isRunning={row.isRunning}>
            {row.id === undefined ? 'Anlegen' : 'Speichern'}
          </ActionButton>
        )}
        <Button variant="default" onClick={() => void cancel()}>
          Abbrechen
        </Button>
      </div>
    </form>
  )
}
