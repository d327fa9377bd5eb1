import { formatDate } from '#contract/dates.ts'
import { SCHOOL_WORDS } from '#contract/schools/school-words.ts'
import { freeDaysPreset } from '#contract/schoolyears/school-calendar.presets.ts'
import { STATES, type StateCode } from '#contract/schoolyears/state-presets.ts'
import { usualYears } from '#contract/schoolyears/usual-years.ts'
import { NativeCheckField } from '#web/ui/native/NativeCheckField.tsx'
import type { SchoolInputs } from './SchoolForm.tsx'
import classes from './school-form.module.css'

const daysText = ({ date_start, date_end }: { date_start: string; date_end: string }) =>
  date_start === date_end ? formatDate(date_start) : `${formatDate(date_start)} bis ${formatDate(date_end)}`

interface FirstYearFormProps {
  form: SchoolInputs
  /** Where the school stands in the form's values, e.g. `school.`. */
  prefix: string
  today: string
}

/** The school years that are created, with the holidays that are known of the state. */
export const FirstYearForm = ({ form, prefix, today }: FirstYearFormProps) => {
  const state = form.values[`${prefix}federal_state`] as StateCode
  const { current, next } = usualYears(today)
  const { free_days, has_holidays: isKnown } = freeDaysPreset(state, current)
  const holidays = free_days.filter(({ kind }) => kind !== 'public_holiday')
  const isWanted = form.values[`${prefix}has_holidays`] === true
  return (
    <>
      <p>
        Schulhof legt das laufende Schuljahr {current.name} und das nächste Schuljahr {next.name} an. Das
        Bewerbungsformular für {next.name} ist danach gleich geöffnet.
      </p>
      <NativeCheckField
        {...form.checkOf(`${prefix}has_holidays`)}
        label={`${isKnown ? 'Ferien und Feiertage' : 'Feiertage'} in ${STATES[state]} eintragen`}
        {...(isKnown
          ? {}
          : {
              hint: `Die Ferien ${current.name} dieses Bundeslands kennt Schulhof noch nicht. Tragen Sie sie später beim Schuljahr ein.`,
            })}
      />
      {isWanted && isKnown && (
        <ul className={classes.holidays} aria-label={`${SCHOOL_WORDS.has_holidays} ${current.name}`}>
          {holidays.map((free) => (
            <li key={free.date_start}>
              <span>{free.name}</span> <span className={classes.days}>{daysText(free)}</span>
            </li>
          ))}
          <li>{`dazu ${free_days.length - holidays.length} Feiertage`}</li>
        </ul>
      )}
      <NativeCheckField {...form.checkOf(`${prefix}has_classes`)} label={SCHOOL_WORDS.has_classes} />
    </>
  )
}
