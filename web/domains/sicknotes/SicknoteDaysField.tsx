import { Button, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import { isIsoDay, parseNearDay } from '#contract/dates.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { useEndAlong } from '#web/forms/use-end-along.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import classes from './SicknoteDialog.module.css'
import { endSuggestions, type NoteInputs } from './sicknote-form.ts'

/** On a phone the reasons below stay in sight. */
const SHOWN_NARROW = 3

interface SicknoteDaysFieldProps extends NoteInputs {
  today: string
  freeDays: readonly { date_start: string; date_end: string }[]
  /** After the first day only the end can change (domain §1.11). */
  isOnlyEnd?: boolean
  /** The end of a known absence. */
  endSoFar?: string
}

/** From when to when, with the days that are mostly meant as buttons. */
export const SicknoteDaysField = (props: SicknoteDaysFieldProps) => {
  const { values, errors, today, freeDays, isOnlyEnd = false, endSoFar, set } = props
  const { dateStart, dateEnd } = values
  const endAlong = useEndAlong(dateEnd)
  // While it is typed: on leaving, the end that was just marked to be typed over would change under the cursor.
  const setStart = (typed: string) => {
    const end = endAlong(parseNearDay(typed, today))
    set({ dateStart: typed, ...(end !== dateEnd && { dateEnd: end }) })
  }
  const start = parseNearDay(dateStart, today)
  // Half a date takes nothing away that could be pressed.
  const lastStart = useRef(start)
  lastStart.current = start ?? lastStart.current
  const from = isOnlyEnd && dateStart < today ? today : (lastStart.current ?? '')
  const lasting = endSoFar === undefined ? undefined : { dateEnd: endSoFar, isRunning: isOnlyEnd }
  const isNarrow = useNarrow()
  const [isLater, setLater] = useState(false)
  const all = endSuggestions(from, { today, freeDays, lasting })
  // „später“ in place of a single day would save nothing.
  const isFolded = isNarrow && !isLater && all.length > SHOWN_NARROW + 1
  const suggestions = isFolded ? all.filter(({ day }, index) => index < SHOWN_NARROW || day === dateEnd) : all
  return (
    <div>
      <div className={`sh-grid sh-gap-3 sh-rows-2 ${classes.days}`}>
        {!isOnlyEnd && (
          <DateField
            id="dateStart"
            label="Von"
            autoComplete="off"
            value={dateStart}
            onChange={setStart}
            today={today}
            isAhead
            isNear
            error={errors.dateStart}
          />
        )}
        <DateField
          id="dateEnd"
          label={isOnlyEnd ? 'Abwesend bis' : 'Bis'}
          autoComplete="off"
          value={dateEnd}
          onChange={(day) => set({ dateEnd: day })}
          today={today}
          isAhead
          isNear
          {...(isIsoDay(dateStart) ? { min: dateStart } : {})}
          error={errors.dateEnd}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form */}
      <div role="group" aria-label="Ende vorschlagen">
        <Group gap="xs" mt="xs">
          {suggestions.map(({ day, text }) => (
            <Button
              key={day}
              variant="default"
              size="compact-md"
              className={`${day === dateEnd ? 'sh-chosen' : 'sh-regular'} ${classes.suggestion}`}
              aria-pressed={day === dateEnd}
              onClick={() => set({ dateEnd: day })}
            >
              {text}
            </Button>
          ))}
          {isFolded && (
            <Button
              variant="default"
              size="compact-md"
              className={`sh-regular ${classes.suggestion}`}
              onClick={() => setLater(true)}
            >
              später …
            </Button>
          )}
        </Group>
      </div>
    </div>
  )
}
