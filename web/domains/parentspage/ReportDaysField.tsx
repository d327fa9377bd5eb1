import { useRef } from 'react'
import { parseTimeInput } from '#contract/clock-time.ts'
import { formatShortDay, isIsoDay, parseNearDay } from '#contract/dates.ts'
import { useEndAlong } from '#web/forms/use-end-along.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeCheckField } from '#web/ui/native/NativeCheckField.tsx'
import { NativeChoiceField } from '#web/ui/native/NativeChoiceField.tsx'
import { NativeDateField } from '#web/ui/native/NativeDateField.tsx'
import { FieldNotes } from '#web/ui/native/NativeField.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import classes from './ParentsPage.module.css'
import { isOneDay, REPORT_TEXTS } from './report-answers.ts'
import { freeTodayText, possibleEnds } from './report-days.ts'
import type { Report } from './use-report.ts'

const SEVERAL = { value: 'several', label: 'Mehrere Tage', note: 'oder ein anderer Tag' }
const ENDS = 4

/** From when until when; the end can be tapped instead of typed. */
const DatesField = ({ report }: { report: Report }) => {
  const { answers, named, typed, change, place, calendar, range } = report
  const { today } = place
  const endAlong = useEndAlong(answers.dateEnd)
  // While it is typed: on leaving, the finger may already be on the other field.
  const start = (dateStart: string) => {
    change({ dateStart, dateEnd: endAlong(parseNearDay(dateStart, today)) })
  }
  // Half a date takes nothing away that could be pressed.
  const lastStart = useRef('')
  if (isIsoDay(range.dateStart)) lastStart.current = range.dateStart
  const ends = lastStart.current ? possibleEnds(lastStart.current, calendar, ENDS) : []
  return (
    <div className={classes.inset}>
      <NativeDateField
        {...named('dateStart')}
        label="Erster Tag"
        today={today}
        value={answers.dateStart}
        isNear
        onChange={start}
      />
      <NativeDateField {...typed('dateEnd')} label="Letzter Tag" today={today} isNear />
      {ends.length > 0 && (
        <fieldset className={classes.ends} aria-label="Vorschläge für den letzten Tag">
          {ends.map((day) => (
            <NativeButton key={day} aria-pressed={day === range.dateEnd} onClick={() => change({ dateEnd: day })}>
              bis {formatShortDay(day)}
            </NativeButton>
          ))}
        </fieldset>
      )}
    </div>
  )
}

/** Typed as people do, put as HH:MM on leaving. What is missing of the two is said once, above both. */
const TimesField = ({ report: { answers, errors, change } }: { report: Report }) => {
  const isMissing = (id: 'timeStart' | 'timeEnd') => errors[id] === REPORT_TEXTS.noTimes
  const isAnyMissing = isMissing('timeStart') || isMissing('timeEnd')
  return (
    <div className={classes.inset}>
      {isAnyMissing && <FieldNotes id="times" label="Stundenweise" error={REPORT_TEXTS.noTimes} />}
      <div className={classes.times}>
        {(['timeStart', 'timeEnd'] as const).map((id) => (
          <NativeTextField
            key={id}
            id={id}
            label={id === 'timeStart' ? 'Von' : 'Bis'}
            hint={id === 'timeStart' ? 'z. B. 8:00' : 'z. B. 10:30'}
            size="short"
            inputMode="text"
            value={answers[id]}
            onChange={(text) => change({ [id]: text })}
            onBlur={() => change({ [id]: parseTimeInput(answers[id]) ?? answers[id] })}
            {...(isMissing(id) ? { errorId: 'times-error' } : errors[id] && { error: errors[id] })}
          />
        ))}
      </div>
    </div>
  )
}

/** When the child is away: a day with one tap, several by their dates, a part of one day by its times. */
export const ReportDaysField = ({ report }: { report: Report }) => {
  const { answers, named, change, place, calendar } = report
  const newDayText = answers.when === '' && REPORT_TEXTS.newDay
  const hint = [freeTodayText(place.today, calendar), newDayText].filter(Boolean).join(' ')
  const choices = [...place.offered.map(({ when, label, note }) => ({ value: when, label, note })), SEVERAL]
  return (
    <>
      <NativeChoiceField
        {...named('when')}
        label="Wann?"
        display="cards"
        choices={choices}
        value={answers.when}
        onChange={(value) => change({ when: place.offered.find(({ when }) => when === value)?.when ?? 'several' })}
        {...(hint ? { hint } : {})}
      />
      {answers.when === 'several' && <DatesField report={report} />}
      {isOneDay(answers, place) && (
        <div className={classes.belongs}>
          <NativeCheckField
            {...named('partial')}
            label="Nur stundenweise"
            isChecked={answers.partial}
            onChange={(partial) => change({ partial })}
          />
        </div>
      )}
      {answers.partial && isOneDay(answers, place) && <TimesField report={report} />}
    </>
  )
}
