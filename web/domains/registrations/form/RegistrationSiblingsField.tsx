import { useRef } from 'react'
import { answerAt, withAnswer } from '#contract/dotted-keys.ts'
import type { FormField } from '#contract/registrations/registrations.field.ts'
import type { RegistrationForm as FormAnswers, FormContext } from '#contract/registrations/registrations.form.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import { RegistrationField } from './RegistrationField.tsx'
import classes from './RegistrationForm.module.css'

interface RegistrationSiblingsFieldProps {
  field: FormField
  answers: FormAnswers
  onChange: (answers: FormAnswers) => void
  context: FormContext
  errors: Record<string, string>
}

type Entry = Record<string, unknown>

/** A new entry with what has but one choice. */
const emptyEntry = ({ items = [] }: FormField, context: FormContext): Entry =>
  Object.fromEntries(
    items.flatMap((item) => {
      const [only, ...others] = item.options?.(context) ?? []
      return only && others.length === 0 ? [[item.key, only.value]] : []
    }),
  )

/** Brothers and sisters: entries that can be added and taken away; the focus follows. */
export const RegistrationSiblingsField = ({
  field,
  answers,
  onChange,
  context,
  errors,
}: RegistrationSiblingsFieldProps) => {
  const entries = (answerAt(answers, field.key) ?? []) as Entry[]
  const items = field.items ?? []
  const addButton = useRef<HTMLButtonElement>(null)
  const afterRender = useAfterRender()
  const keep = (kept: Entry[]) => onChange(withAnswer(answers, field.key, kept))

  const add = () => {
    keep([...entries, emptyEntry(field, context)])
    afterRender(() => focusField(`${field.key}.${entries.length}.${items[0]?.key}`))
  }
  const remove = (gone: number) => {
    keep(entries.filter((_, index) => index !== gone))
    afterRender(() => addButton.current?.focus())
  }

  return (
    <div>
      <p className={classes.lead}>
        {field.label} {field.optional && <span className={classes.optional}>(optional)</span>}
      </p>
      {entries.map((entry, index) => (
        // Entries have no identity but their place; all fields are controlled.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <fieldset key={index} className={classes.entry}>
          <legend className={classes.entryTitle}>Geschwisterkind {index + 1}</legend>
          {items.map((item) => {
            const key = `${field.key}.${index}.${item.key}`
            return (
              <RegistrationField
                key={key}
                field={{ ...item, key }}
                answer={entry[item.key]}
                onChange={(answer) => onChange(withAnswer(answers, key, answer))}
                answers={answers}
                context={context}
                error={errors[key]}
              />
            )
          })}
          <NativeButton onClick={() => remove(index)}>Geschwisterkind {index + 1} entfernen</NativeButton>
        </fieldset>
      ))}
      {entries.length < (field.maxItems ?? Number.POSITIVE_INFINITY) && (
        <NativeButton ref={addButton} onClick={add}>
          {field.addLabel}
        </NativeButton>
      )}
    </div>
  )
}
