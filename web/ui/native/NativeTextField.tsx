import type { ComponentProps } from 'react'
import { describedBy, NativeField, type NativeFieldProps } from './NativeField.tsx'
import classes from './native-fields.module.css'

type InputProps = Pick<
  ComponentProps<'input'>,
  'autoCapitalize' | 'autoComplete' | 'disabled' | 'inputMode' | 'onBlur' | 'type'
>

interface NativeTextFieldProps extends NativeFieldProps, InputProps {
  value: string
  onChange: (value: string) => void
  /** The expected length of the input. */
  size?: 'short' | 'middle' | 'full'
  /** The id of an error that is shown above several fields. */
  errorId?: string
}

const SIZES = { short: classes.short, middle: classes.middle, full: '' }

/**
 * One line of text. There is no maxlength: pasted text is never cut silently, the rules report text that is too long.
 */
export const NativeTextField = ({ value, onChange, size = 'full', errorId, ...rest }: NativeTextFieldProps) => {
  const { label, isOptional, hint, error, advice, ...input } = rest
  return (
    <NativeField {...{ id: rest.id, label, isOptional, hint, error, advice }}>
      <input
        type="text"
        {...input}
        className={`${classes.input} ${SIZES[size]}`}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        spellCheck={false}
        aria-required={!isOptional}
        aria-invalid={error || errorId ? true : undefined}
        aria-describedby={describedBy(rest, errorId)}
      />
    </NativeField>
  )
}
