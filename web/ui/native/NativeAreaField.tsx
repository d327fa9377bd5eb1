import { counterText } from './counter-text.ts'
import { inputAria, NativeField, type NativeFieldProps } from './NativeField.tsx'
import classes from './native-fields.module.css'

interface NativeAreaFieldProps extends NativeFieldProps {
  value: string
  onChange: (value: string) => void
  /** Longest text, for the counter. */
  max?: number
}

/** Several lines with a counter, which is announced only near the end. */
export const NativeAreaField = ({ value, onChange, max, ...field }: NativeAreaFieldProps) => {
  const left = max === undefined ? undefined : max - value.length
  const counterId = `${field.id}-counter`
  return (
    <NativeField {...field}>
      <textarea
        id={field.id}
        className={`${classes.input} ${classes.area}`}
        rows={5}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...inputAria(field, left === undefined ? undefined : counterId)}
      />
      {left !== undefined && (
        <p
          id={counterId}
          className={left < 0 ? `${classes.counter} ${classes.counterOver}` : classes.counter}
          aria-live={left < 50 ? 'polite' : 'off'}
        >
          {counterText(left)}
        </p>
      )}
    </NativeField>
  )
}
