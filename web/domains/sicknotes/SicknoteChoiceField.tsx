import { Chip, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './sicknotes.module.css'

interface SicknoteChoiceFieldProps<V extends string> {
  id: string
  label: string
  options: readonly V[]
  labels: Record<V, string>
  value: V | ''
  onChange: (value: V) => void
  /** Values that cannot be chosen. */
  denied?: readonly V[]
  hint?: string | undefined
  error?: ReactNode
}

/** One of a few, all in sight; the arrows go from one to the next. */
export const SicknoteChoiceField = <V extends string>(props: SicknoteChoiceFieldProps<V>) => {
  const { id, label, options, labels, value, onChange, denied = [], hint, error } = props
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset id={id} tabIndex={-1} className={`sh-fieldset ${classes.choice}`} aria-describedby={notes || undefined}>
      <legend>{label}</legend>
      <Chip.Group value={value as string} onChange={(chosen: string) => onChange(chosen as V)}>
        <Group gap="xs">
          {options.map((option) => (
            <Chip key={option} value={option} disabled={denied.includes(option)}>
              {labels[option]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {hint && (
        <p id={`${id}-hint`} className="sh-quiet sh-small sh-flush sh-above-1">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="sh-small sh-bad sh-flush sh-above-1">
          {error}
        </p>
      )}
    </fieldset>
  )
}
