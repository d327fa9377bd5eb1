import { ActionIcon, TextInput } from '@mantine/core'
import { RotateCw } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { MESSAGES } from '#contract/formats.ts'
import { PLACES_MAX, type Schoolgrade, schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import classes from './Schoolgrades.module.css'
import { type GradeYear, loadGradesAnew } from './schoolgrade-list.ts'

const shown = (places: number | null) => (places === null ? '' : String(places))

const NEGATIVE = 'Bitte 0 oder mehr angeben.'

/** What is wrong with the typed number; empty means: no number of places. */
export const placesError = (typed: string) => {
  if (/^[-−–]\s*\d+$/.test(typed)) return NEGATIVE
  if (!/^\d*$/.test(typed)) return MESSAGES.numbers
  return Number(typed) > PLACES_MAX ? MESSAGES.maxNumber(PLACES_MAX) : undefined
}

const conflictHint = (text: string, stored: number | null) =>
  `${text} Gespeichert ist ${stored ?? 'keine Zahl'}. Enter übernimmt Ihre Eingabe, Esc die gespeicherte.`

const UNSENT = 'Nicht gespeichert'

interface PlacesFieldProps {
  grade: Schoolgrade
  year: GradeYear
}

/** The places of a grade in a year, typed into the table: saved by Enter or by going on, put back by Escape. */
export const PlacesField = ({ grade: { id, name, version, places: all }, year }: PlacesFieldProps) => {
  const stored = all.find(({ school_year_id }) => school_year_id === year.id)?.places ?? null
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  const [conflict, setConflict] = useState<string>()
  // The line was gone: the number is saved by itself when it is back, or on demand.
  const [isUnsent, setUnsent] = useState(false)
  useUnsavedChanges(typed !== undefined && typed.trim() !== shown(stored))
  const showConflict = async (failure: ApiFailure) => {
    // The banner says that the line is gone, the field that its number is not saved: no dialog besides.
    if (failure.status === 0) return setUnsent(true)
    if (failure.message !== ERROR_TEXTS.stale) return explainFailure(failure)
    await loadGradesAnew().catch(() => undefined)
    setConflict(conflictText(failure))
  }
  const call = useCall(schoolgradeEndpoints.savePlaces, {
    invalidates: [schoolgradeEndpoints.list, waitlistEndpoints.capacities],
    onFieldErrors: (errors) => setError(Object.values(errors)[0]),
    onFailure: showConflict,
  })
  const put = (places: number | null, known: number | undefined) =>
    call.run({
      params: { id },
      body: { places: [{ school_year_id: year.id, places }], ...(known ? { version: known } : {}) },
    })
  const undo = async () => {
    const reply = await put(stored, undefined)
    if (reply) notify(reply.message)
  }
  const reset = () => {
    setTyped(undefined)
    setError(undefined)
    setUnsent(false)
    setConflict(undefined)
  }
  const save = async () => {
    const text = (typed ?? '').trim()
    if (typed === undefined || call.isRunning) return
    if (text === shown(stored)) return reset()
    const refusal = placesError(text)
    setError(refusal)
    if (refusal) return
    setConflict(undefined)
    setUnsent(false)
    const reply = await put(text === '' ? null : Number(text), version)
    if (!reply) return
    await loadGradesAnew().catch(() => undefined)
    reset()
    notify(reply.message, { undo, about: `schoolgrade ${id} ${year.id}` })
  }
  useEffect(() => {
    if (!isUnsent) return
    const saveAgain = () => void save()
    window.addEventListener('online', saveAgain)
    return () => window.removeEventListener('online', saveAgain)
  })
  const press = (event: KeyboardEvent) => {
    const isSave = event.key === 'Enter' || (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey))
    if (isSave) {
      event.preventDefault()
      void save()
    }
    if (event.key === 'Escape' && typed !== undefined) {
      // In the edit row, the next Escape closes the row.
      event.preventDefault()
      reset()
    }
  }
  const message = conflict ? conflictHint(conflict, stored) : (error ?? (isUnsent && UNSENT))
  const input = useRef<HTMLInputElement>(null)
  // Below the last row of the window it would not be seen.
  useEffect(() => {
    if (message) input.current?.closest('td')?.scrollIntoView?.({ block: 'nearest' })
  }, [message])
  const label = `Plätze ${year.name}, ${name}`
  const retry = isUnsent && (
    <ActionIcon size="md" aria-label={`${label}: noch einmal speichern`} onClick={() => void save()}>
      <RotateCw size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <TextInput
      ref={input}
      className={classes.places ?? ''}
      aria-label={label}
      inputMode="numeric"
      autoComplete="off"
      placeholder="–"
      size="sm"
      value={typed ?? shown(stored)}
      error={message}
      rightSection={retry || undefined}
      aria-busy={call.isRunning}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        setError(undefined)
        setUnsent(false)
      }}
      onKeyDown={press}
      // Going on does not answer the question which value counts.
      onBlur={() => conflict === undefined && void save()}
    />
  )
}
