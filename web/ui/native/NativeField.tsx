import type { ReactNode } from 'react'
import classes from './native-fields.module.css'

/** The properties of every field on a public page besides its value. */
export interface NativeFieldProps {
  /** The error summary leads to this id; dots are allowed. */
  id: string
  label: string
  /** `silent`: the page says once for all fields that they are optional. */
  isOptional?: boolean | 'silent'
  hint?: string
  error?: string
  /** A remark about the value that does not refuse it; announced politely. */
  advice?: ReactNode
}

/** The ids of hint and error of a field, for `aria-describedby`. */
export const describedBy = ({ id, hint, error }: NativeFieldProps, more?: string) =>
  [hint && `${id}-hint`, error && `${id}-error`, more].filter(Boolean).join(' ') || undefined

/** What every input says of itself to a screen reader; `more` is the id of a further text. */
export const inputAria = (field: NativeFieldProps, more?: string) => ({
  'aria-required': !field.isOptional,
  'aria-invalid': field.error ? true : undefined,
  'aria-describedby': describedBy(field, more),
})

export const fieldClass = (error: string | undefined) =>
  error ? `${classes.field} ${classes.isWrong}` : (classes.field ?? '')

export const LabelText = ({ label, isOptional }: Pick<NativeFieldProps, 'label' | 'isOptional'>) => (
  <>
    {label}
    {isOptional === true && <span className={classes.optional}> (optional)</span>}
  </>
)

/** Hint and error between label and input: a phone's keyboard does not hide them there. */
export const FieldNotes = ({ id, hint, error }: NativeFieldProps) => (
  <>
    {hint && (
      <p className={classes.hint} id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {error && (
      <p className={classes.error} id={`${id}-error`}>
        <span className="sh-visually-hidden">Fehler: </span>
        {error}
      </p>
    )}
  </>
)

export const FieldAdvice = ({ advice }: Pick<NativeFieldProps, 'advice'>) => (
  <div aria-live="polite">{advice && <div className={classes.advice}>{advice}</div>}</div>
)

/** Label, notes, input and advice, one below the other. */
export const NativeField = ({ children, ...field }: NativeFieldProps & { children: ReactNode }) => (
  <div className={fieldClass(field.error)}>
    <label className={classes.label} htmlFor={field.id}>
      <LabelText {...field} />
    </label>
    <FieldNotes {...field} />
    {children}
    <FieldAdvice {...field} />
  </div>
)
