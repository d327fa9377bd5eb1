import { ActionIcon, TextInput } from '@mantine/core'
import { RotateCw } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Schoolgrade } from '#contract/schoolgrades/schoolgrades.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import classes from './Schoolgrades.module.css'
import type { GradeYear } from './schoolgrade-list.ts'
import { usePlaces } from './use-places.ts'

/** Places of a grade in a year, right in the table. */
export const PlacesField = ({ grade, year }: { grade: Schoolgrade; year: GradeYear }) => {
  const places = usePlaces(grade, year.id)
  useUnsavedChanges(places.isDirty)
  const press = (event: KeyboardEvent) => {
    const isSave = event.key === 'Enter' || (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey))
    if (isSave) {
      event.preventDefault()
      void places.save()
    }
    if (event.key === 'Escape') places.reset()
  }
  const label = `Plätze ${year.name}, ${grade.name}`
  const retry = places.isUnsent && (
    <ActionIcon size="md" aria-label={`${label}: noch einmal speichern`} onClick={() => void places.save()}>
      <RotateCw size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <TextInput
      className={classes.places ?? ''}
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      placeholder="–"
      size="sm"
      value={places.value}
      error={places.error}
      rightSection={retry || undefined}
      aria-busy={places.isRunning}
      onChange={(event) => places.type(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={places.leave}
    />
  )
}
