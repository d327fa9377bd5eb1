import { Button, Group } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  isNumberUsed,
  NewSchoolgradeForm,
  type Schoolgrade,
  SchoolgradeChange,
  schoolgradeEndpoints,
} from '#contract/schoolgrades/schoolgrades.ts'
import { shortYearName } from '#contract/schoolyears/schoolyears.ts'
import { useCall } from '#web/api/queries.ts'
import { EditForm } from '#web/forms/EditForm.tsx'
import { type FormField, type InputFieldProps, inputsOf } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { type Memory, saverOf, useEdit } from '#web/forms/use-edit.ts'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { PlacesField } from './PlacesField.tsx'
import classes from './Schoolgrades.module.css'
import type { GradeList } from './schoolgrade-list.ts'
import { GRADE_FIELDS, loadGradesAnew, newInputs, withNumber } from './schoolgrade-list.ts'

interface SchoolgradeFormProps extends Memory<Schoolgrade> {
  /** Missing: a new grade. */
  grade: Schoolgrade | undefined
  list: GradeList
  onClose: () => void
}

const QUESTION = 'Ihre Änderungen in dieser Zeile sind noch nicht gespeichert.'

/** Boxes say what they mean; elsewhere they have the names of their columns. */
const BOXES: Record<string, string> = {
  is_entry: 'Einstieg: Kinder beginnen hier regulär',
  accepts_lateral: 'Quereinstieg ist möglich',
  active: 'Aktiv: wird für Klassen und Bewerbungen angeboten',
}

const useGradeEdit = ({ grade, list, preserved, remember }: SchoolgradeFormProps) => {
  const [first] = useState(() => newInputs(list))
  const choices = list.schoolgrades.map(({ id, name }) => ({ value: String(id), label: name }))
  // Classes or applications know a grade that is used by its number.
  const isFixed = grade !== undefined && isNumberUsed(grade.usage)
  const known: Record<string, Partial<FormField>> = {
    grade: { isFixed, ...(isFixed ? { hint: 'Wird verwendet, daher fest.' } : {}) },
    next_schoolgrade_id: { choices, isOptional: false, empty: 'Abgang (keine folgende Stufe)' },
  }
  const fields = GRADE_FIELDS.map((field) => ({ ...field, ...known[field.key] }))
  return useEdit({
    fields,
    loaded: grade,
    valuesOf: (base) => (base ? inputsOf(fields, base) : first),
    loadAnew: async ({ id }) => (await loadGradesAnew()).schoolgrades.find((one) => one.id === id),
    rules: { add: NewSchoolgradeForm, change: SchoolgradeChange },
    invalidates: [schoolgradeEndpoints.list],
    preserved,
    remember,
  })
}

/** Places are saved when the cursor leaves their field, as in the table. Name and use are saved by the button. */
const PlacesRow = ({ grade, list }: { grade: Schoolgrade; list: GradeList }) => (
  <fieldset aria-label="Plätze" className={`sh-fieldset sh-wrap sh-gap-4 ${classes.formPlaces}`}>
    {list.schoolyears.map((year) => (
      <div key={year.id}>
        <span className="sh-bold" aria-hidden>{`Plätze ${shortYearName(year.name)}`}</span>
        <PlacesField grade={grade} year={year} />
      </div>
    ))}
  </fieldset>
)

/** A grade in its row: Enter saves, Escape leaves it as it was (ux §3.10). */
export const SchoolgradeForm = (props: SchoolgradeFormProps) => {
  const { grade, list, onClose } = props
  const edit = useGradeEdit(props)
  const { values, conflict, isDirty } = edit
  const add = useCall(schoolgradeEndpoints.add, edit.calls)
  const change = useCall(schoolgradeEndpoints.change, edit.calls)
  const saver = saverOf(edit, {
    onAdd: (body, idempotencyKey) => add.run({ body, idempotencyKey }),
    onChange: ({ id, version }, changes) => change.run({ params: { id }, body: { ...changes, version } }),
    isRunning: add.isRunning || change.isRunning,
    close: onClose,
  })
  useUnsavedChanges(isDirty)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>('input:enabled')?.focus()
    // Its buttons come into sight, too.
    frame.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const cancel = async () => {
    if (!isDirty || (await askToDiscard(QUESTION))) onClose()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    void cancel()
  }
  const renderInput = (input: InputFieldProps) => {
    const { field } = input
    const label = BOXES[field.key] ?? field.label
    if (field.key === 'grade') {
      const type = (typed: string) => {
        for (const [key, value] of Object.entries(withNumber(values, typed, list.schoolgrades))) edit.set(key, value)
      }
      return <InputField {...input} onChange={(typed) => type(String(typed))} />
    }
    const higher = list.schoolgrades.filter((one) => one.grade > Number(values.grade)).map(({ id }) => String(id))
    const choices = field.choices?.filter(({ value }) => higher.includes(value)) ?? []
    return <InputField {...input} field={{ ...field, label, choices }} />
  }
  return (
    <div ref={frame} className={classes.form}>
      <EditForm
        edit={edit}
        {...saver}
        name={grade ? `${grade.name} bearbeiten` : 'Neue Klassenstufe'}
        layout={classes.fields}
        renderInput={renderInput}
        onKeyDown={press}
        foot={
          <div className={`sh-wrap sh-gap-4 ${classes.formFoot}`}>
            {grade && <PlacesRow grade={grade} list={list} />}
            <Group gap="xs">
              {!conflict && (
                <ActionButton type="submit" isRunning={add.isRunning || change.isRunning}>
                  {grade ? 'Speichern' : 'Anlegen'}
                </ActionButton>
              )}
              <Button variant="default" onClick={() => void cancel()}>
                Abbrechen
              </Button>
            </Group>
          </div>
        }
      />
    </div>
  )
}
