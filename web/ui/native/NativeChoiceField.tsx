import {
  FieldAdvice,
  FieldNotes,
  fieldClass,
  inputAria,
  LabelText,
  NativeField,
  type NativeFieldProps,
} from './NativeField.tsx'
import classes from './native-fields.module.css'

interface Choice {
  value: string | number
  label: string
  /** A second, quieter line of `cards`. */
  note?: string
}

interface NativeChoiceFieldProps extends NativeFieldProps {
  /** The chosen value as text; '' for none yet. */
  value: string
  onChange: (value: string | number) => void
  choices: readonly Choice[]
  /** `cards`: large, with a note each; `chips`: short ones side by side. */
  display: 'radio' | 'cards' | 'chips' | 'select'
}

const CHOICES = { radio: classes.choices, cards: classes.cards, chips: classes.chips }

interface RadioChoicesProps extends Omit<NativeChoiceFieldProps, 'display'> {
  display: keyof typeof CHOICES
}

const RadioChoices = ({ value, onChange, choices, display, ...field }: RadioChoicesProps) => (
  // A fieldset has no aria-invalid, but a group of radio buttons does.
  <div
    role="radiogroup"
    aria-labelledby={`${field.id}-label`}
    className={fieldClass(field.error)}
    {...inputAria(field)}
  >
    <span className={classes.label} id={`${field.id}-label`}>
      <LabelText {...field} />
    </span>
    <FieldNotes {...field} />
    <div className={CHOICES[display]}>
      {choices.map((choice, index) => (
        <label key={choice.value} className={classes.choice}>
          <input
            // The error summary leads to the first one.
            id={index === 0 ? field.id : undefined}
            className={classes.box}
            type="radio"
            name={field.id}
            checked={String(choice.value) === value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            {choice.note && <span className={classes.choiceNote}> {choice.note}</span>}
          </span>
        </label>
      ))}
    </div>
    <FieldAdvice {...field} />
  </div>
)

const SelectChoices = ({ value, onChange, choices, ...field }: Omit<NativeChoiceFieldProps, 'display'>) => {
  const choose = (text: string) => onChange(choices.find((choice) => String(choice.value) === text)?.value ?? '')
  return (
    <NativeField {...field}>
      <select
        id={field.id}
        className={`${classes.input} ${classes.select}`}
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
        {...inputAria(field)}
      >
        {(value === '' || field.isOptional) && <option value="">{field.isOptional ? '–' : 'Bitte wählen'}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </NativeField>
  )
}

/** One of several options: few side by side as radio buttons, many in a drop-down. */
export const NativeChoiceField = ({ display, ...field }: NativeChoiceFieldProps) =>
  display === 'select' ? <SelectChoices {...field} /> : <RadioChoices display={display} {...field} />
