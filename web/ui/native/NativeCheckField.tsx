import { describedBy, FieldNotes, fieldClass, type NativeFieldProps } from './NativeField.tsx'
import classes from './native-fields.module.css'

interface NativeCheckFieldProps extends NativeFieldProps {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  /** The form continues only when it is ticked. */
  isRequired?: boolean
}

/** A box with its sentence beside it; the whole line can be tapped. */
export const NativeCheckField = ({ isChecked, onChange, isRequired, ...field }: NativeCheckFieldProps) => (
  <div className={fieldClass(field.error)}>
    <FieldNotes id={field.id} label={field.label} error={field.error} />
    <label className={classes.choice}>
      <input
        id={field.id}
        className={classes.box}
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        aria-required={isRequired}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={describedBy(field)}
      />
      <span>{field.label}</span>
    </label>
    {field.hint && (
      <p className={`${classes.hint} ${classes.below}`} id={`${field.id}-hint`}>
        {field.hint}
      </p>
    )}
  </div>
)
