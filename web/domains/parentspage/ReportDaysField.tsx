import { parseTimeInput } from '#contract/clock-time.ts'
import { formatShortDay, isIsoDay, parseDateInput } from '#contract/dates.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeCheckField } from '#web/ui/native/NativeCheckField.tsx'
import { NativeChoiceField } from '#web/ui/native/NativeChoiceField.tsx'
import { NativeDateField } from '#web/ui/native/NativeDateField.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import classes from './ParentsPage.module.css'
import { isOneDay } from './report-answers.ts'
import { freeTodayText, possibleEnds } from './report-days.ts'
import type { Report } from './use-report.ts'

const SEVERAL = { value: 'several', label: 'Mehrere Tage', note: 'oder ein anderer Tag' }
const ENDS = 4

/** From when until when; the end can be tapped instead of typed. */
const DatesField = ({ report }: { report: Report }) => {
  const { answers, errors, change, place, calendar, range } = report
  const { today } = place
  // While it is typed: on leaving, the finger may already be on the other field.
  const start = (dateStart: string) => {
    const day = parseDateInput(dateStart, today)
    change({ dateStart, ...(day && range.dateEnd < day ? { dateEnd: day } : {}) })
  }
  const ends = isIsoDay(range.dateStart) ? possibleEnds(range.dateStart, calendar, ENDS) : []
  return (
    <div className={classes.inset}>
      <NativeDateField
        id="dateStart"
        label="Erster Tag"
        today={today}
        value={answers.dateStart}
        onChange={start}
        {...(errors.dateStart ? { error: errors.dateStart } : {})}
      />
      <NativeDateField
        id="dateEnd"
        label="Letzter Tag"
        today={today}
        value={answers.dateEnd}
        onChange={(dateEnd) => change({ dateEnd })}
        {...(errors.dateEnd ? { error: errors.dateEnd } : {})}
      />
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

/** Typed as people do, put as HH:MM on leaving. */
const TimesField = ({ report: { answers, errors, change } }: { report: Report }) => (
  <div className={`${classes.inset} ${classes.times}`}>
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
        {...(errors[id] ? { error: errors[id] } : {})}
      />
    ))}
  </div>
)

/** When the child is away: a day with one tap, several by their dates, a part of one day by its times. */
export const ReportDaysField = ({ report }: { report: Report }) => {
  const { answers, errors, change, place, calendar } = report
  const freeText = freeTodayText(place.today, calendar)
  const choices = [...place.offered.map(({ when, label, note }) => ({ value: when, label, note })), SEVERAL]
  return (
    <>
      <NativeChoiceField
        id="when"
        label="Wann?"
        display="cards"
        choices={choices}
        value={answers.when}
        onChange={(value) => change({ when: place.offered.find(({ when }) => when === value)?.when ?? 'several' })}
        {...(freeText ? { hint: freeText } : {})}
        {...(errors.when ? { error: errors.when } : {})}
      />
      {answers.when === 'several' && <DatesField report={report} />}
      {isOneDay(answers, place) && (
        <div className={classes.belongs}>
          <NativeCheckField
            id="partial"
            label="Nur stundenweise"
            isChecked={answers.partial}
            onChange={(partial) => change({ partial })}
            {...(errors.partial ? { error: errors.partial } : {})}
          />
        </div>
      )}
      {answers.partial && isOneDay(answers, place) && <TimesField report={report} />}
    </>
  )
}
