import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { PLACE_LABELS, type PlaceField } from '#contract/registrations/registrations.place.ts'
import { PlaceDayForm } from './PlaceDayForm.tsx'
import classes from './registration-details.module.css'

interface PlaceDayFieldProps {
  field: Exclude<PlaceField, 'is_staff_child'>
  day: string | null
  /** The day in Berlin. */
  today: string
  mayChange: boolean
  isRunning: boolean
  error: string | undefined
  /** It happened, most likely just now: one press enters it. */
  hasToday?: true
  min?: string
  max?: string
  /** Answers whether it was taken. */
  onSave: (day: string | null) => Promise<boolean>
}

/** A day of the place: entered with one press, or typed. */
export const PlaceDayField = (props: PlaceDayFieldProps) => {
  const { field, day, today, mayChange, isRunning, error, hasToday, min, max, onSave } = props
  const [isEditing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const label = PLACE_LABELS[field]
  const close = () => {
    setEditing(false)
    // Its button comes back with the next drawing.
    requestAnimationFrame(() => opener.current?.focus())
  }
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {isEditing ? (
          <PlaceDayForm {...{ field, label, day, today, isRunning, error, min, max, onSave, onClose: close }} />
        ) : (
          <>
            <span className="sh-figures">{day ? formatDate(day) : '–'}</span>
            {mayChange && (
              <span className={`sh-screen-only ${classes.tools}`}>
                {hasToday && day === null && (
                  <Button
                    variant="default"
                    size="compact-md"
                    loading={isRunning}
                    aria-label={`${label}: heute`}
                    onClick={() => void onSave(today)}
                  >
                    Heute
                  </Button>
                )}
                <Button
                  ref={opener}
                  variant="subtle"
                  size="compact-md"
                  aria-label={`${label}: ${day ? 'Datum ändern' : 'Datum eintragen'}`}
                  onClick={() => setEditing(true)}
                >
                  {day ? 'Ändern' : 'Datum eintragen'}
                </Button>
              </span>
            )}
            {error && (
              <span role="alert" className="sh-bad">
                {error}
              </span>
            )}
          </>
        )}
      </dd>
    </div>
  )
}
