import { Input } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { counterText } from '#web/ui/native/counter-text.ts'
import type { Insert } from './RichTextEditor.tsx'
import classes from './RichTextField.module.css'

interface RichTextFieldProps {
  /** Also the name of the field, where a list of errors leads. */
  id: string
  label: string
  /** In the house's Markdown; never HTML. */
  value: string
  onChange: (markdown: string) => void
  description?: ReactNode
  error?: ReactNode
  /** Longest Markdown; a counter shows up near it. */
  max?: number
  isRequired?: boolean
  isDisabled?: boolean
  /** Somebody asked for it: the cursor is there when it appears. */
  takesFocus?: boolean
  /** Texts with a button each that puts them where the cursor stands. */
  inserts?: readonly Insert[]
  /** A long text with parts: the bar offers headings, too. */
  hasHeadings?: boolean
}

const loadEditor = () => import('./RichTextEditor.tsx')
const RichTextEditor = lazy(() => loadEditor().then((module) => ({ default: module.RichTextEditor })))

/** The counter appears when fewer characters are left. */
const COUNTED = 500

const describedBy = ({ id, description, error }: Pick<RichTextFieldProps, 'id' | 'description' | 'error'>) =>
  [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ')

/** Text with Fett, Kursiv, Liste and Aufzählung (spec §2): Markdown in, Markdown out. */
export const RichTextField = ({ id, label, value, onChange, ...field }: RichTextFieldProps) => {
  const {
    description,
    error,
    max,
    isRequired = false,
    isDisabled = false,
    takesFocus = false,
    inserts = [],
    hasHeadings = false,
  } = field
  const left = max === undefined ? undefined : max - value.length
  const descriptions = describedBy({ id, description, error })
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, onClick: () => document.getElementById(id)?.focus() }}
      size="md"
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div className={classes.box} data-error={error ? true : undefined} data-disabled={isDisabled || undefined}>
        <Suspense fallback={<LoadingText />}>
          <RichTextEditor
            id={id}
            value={value}
            onChange={onChange}
            isDisabled={isDisabled}
            takesFocus={takesFocus}
            inserts={inserts}
            hasHeadings={hasHeadings}
            attributes={{
              'aria-labelledby': `${id}-label`,
              ...(descriptions ? { 'aria-describedby': descriptions } : {}),
              'aria-invalid': String(Boolean(error)),
              'aria-required': String(isRequired),
              'aria-disabled': String(isDisabled),
            }}
          />
        </Suspense>
      </div>
      {left !== undefined && left < COUNTED && (
        <p
          className={`sh-quiet sh-small sh-figures sh-flush sh-above-1 ${classes.counter}`}
          data-over={left < 0 || undefined}
          aria-live={left < 50 ? 'polite' : 'off'}
        >
          {counterText(left)}
        </p>
      )}
    </Input.Wrapper>
  )
}
