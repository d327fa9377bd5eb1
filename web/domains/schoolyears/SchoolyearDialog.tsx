import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, isIsoDay, weekday } from '#contract/dates.ts'
import { schoolEndpoints } from '#contract/schools/schools.ts'
import { freeDaysPreset } from '#contract/schoolyears/school-calendar.presets.ts'
import { SchoolyearRecord } from '#contract/schoolyears/schoolyear.record.ts'
import { readSchoolyearName } from '#contract/schoolyears/schoolyears.names.ts'
import {
  NewSchoolyearForm,
  type Schoolyear,
  SchoolyearChange,
  schoolyearEndpoints,
} from '#contract/schoolyears/schoolyears.ts'
import { STATES } from '#contract/schoolyears/state-presets.ts'
import { useSignedIn, useToday } from '#web/api/base-data.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { type FieldValues, type FormField, fieldsIn, type InputFieldProps, inputsOf } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { type Memory, useEdit } from '#web/forms/use-edit.ts'
import { loadSchoolyearAnew, YEAR_REPLIES } from './schoolyear-query.ts'

const FIELDS = fieldsIn(SchoolyearRecord, [
  'name',
  ['date_start', 'date_end'],
  'half_year_end',
  ['first_school_day', 'last_school_day'],
])
/** What a new year may begin with. */
const START_FIELDS: FormField[] = [
  { key: 'takes_preset', label: 'Ferien und Feiertage übernehmen', kind: 'box' },
  { key: 'places_from', label: 'Plätze übernehmen', kind: 'box' },
]

/** Domain §1.2: the last school day before 1 February; without knowing holidays the last Monday to Friday. */
const halfYearEnd = (secondYear: number): string => {
  const day = `${secondYear}-01-31`
  return addDays(day, -Math.max(weekday(day) - 5, 0))
}

/** Domain §1.2: 1 August to 31 July. */
const daysOf = (firstYear: number) => ({
  date_start: `${firstYear}-08-01`,
  date_end: `${firstYear + 1}-07-31`,
  half_year_end: halfYearEnd(firstYear + 1),
})

/** The year that begins in August follows the newest one; the very first is the one that is running. */
const nextFirstYear = (years: readonly Schoolyear[], today: string) => {
  const starts = years.map(({ date_start }) => Number(date_start.slice(0, 4)))
  return starts.length > 0 ? Math.max(...starts) + 1 : Number(today.slice(0, 4)) - (today.slice(5) < '08-01' ? 1 : 0)
}

/** The next year as it will mostly be. */
const nextYear = (years: readonly Schoolyear[], today: string): FieldValues => {
  const first = nextFirstYear(years, today)
  const start = { takes_preset: true, places_from: years.length > 0 }
  return { ...inputsOf(FIELDS, { name: `${first}/${first + 1}`, ...daysOf(first) }), ...start }
}

/** The full name in place of `2026/27`; anything else stays as it is typed. */
const fullName = (name: string) => readSchoolyearName(name) ?? name

/** Another name moves the days along as long as they are those of the former name. */
const withName = (values: FieldValues, name: string): FieldValues => {
  const before = daysOf(Number(String(values.name).slice(0, 4)))
  const isAsNamed = Object.entries(before).every(([field, day]) => values[field] === day)
  const read = readSchoolyearName(name)
  return { ...values, ...(isAsNamed && read && daysOf(Number(read.slice(0, 4)))), name }
}

/** The year before the one being made: where its places may come from. */
const placesSource = (years: readonly Schoolyear[], typed: string) => {
  const start = isIsoDay(typed) ? typed : '9999-12-31'
  return years.filter((year) => year.date_start < start).sort((a, b) => (a.date_start < b.date_start ? 1 : -1))[0]
}

/** The school's state; undefined while it is not known. */
const useSchoolState = (isWanted: boolean) => {
  const id = useSignedIn()?.school?.id ?? 0
  const query = queryFor(schoolEndpoints.get, { params: { id } }, { quiet: true })
  return useQuery({ ...query, enabled: isWanted && id > 0 }).data?.federal_state
}

/** What is not known of a year's holidays, before it is made. */
const presetHint = (state: ReturnType<typeof useSchoolState>, { name, ...days }: FieldValues) => {
  const [date_start, date_end] = [String(days.date_start), String(days.date_end)]
  if (!state || !isIsoDay(date_start) || !isIsoDay(date_end)) return 'Soweit sie bekannt sind.'
  const { free_days: known, has_holidays } = freeDaysPreset(state, { date_start, date_end })
  if (has_holidays) return 'Sie können danach alles ändern.'
  const missing = known.some(({ kind }) => kind === 'holiday')
    ? 'sind die Ferien nur zum Teil bekannt. Die übrigen'
    : 'sind nur die Feiertage bekannt. Die Ferien'
  return `Für ${name} ${missing} tragen Sie danach bitte selbst ein.`
}

const dayOrNone = (typed: unknown) => (isIsoDay(String(typed)) ? String(typed) : undefined)

interface SchoolyearDialogProps extends Memory<Schoolyear> {
  /** Missing: a new year. */
  year?: Schoolyear | undefined
  years: readonly Schoolyear[]
  onGone: () => void
}

/** A school year, new or changed (domain §1.2). */
export const SchoolyearDialog = ({ year, years, onGone, ...memory }: SchoolyearDialogProps) => {
  const today = useToday()
  const [first] = useState(() => nextYear(years, today))
  const fields = year ? FIELDS : [...FIELDS, ...START_FIELDS]
  const edit = useEdit({
    fields,
    loaded: year,
    valuesOf: (base) => (base ? inputsOf(FIELDS, base) : first),
    loadAnew: ({ id }) => loadSchoolyearAnew(id),
    rules: { add: NewSchoolyearForm.omit({ places_from: true }), change: SchoolyearChange },
    invalidates: YEAR_REPLIES,
    ...memory,
  })
  const { values } = edit
  const add = useCall(schoolyearEndpoints.add, edit.calls)
  const change = useCall(schoolyearEndpoints.change, edit.calls)
  const state = useSchoolState(year === undefined)
  const source = placesSource(years, String(values.date_start))
  const renderInput = (input: InputFieldProps) => {
    const { key } = input.field
    const look = (known: Partial<FormField>) => <InputField {...input} field={{ ...input.field, ...known }} />
    switch (key) {
      case 'name': {
        const full = fullName(String(values.name))
        return (
          <InputField
            {...input}
            onChange={(typed) => {
              edit.fillIn(withName(values, String(typed)))
              edit.forgetError(key)
            }}
            // Setting a field takes its error away, so only another text is set.
            onLeave={() => full !== values.name && edit.set(key, full)}
          />
        )
      }
      case 'takes_preset': {
        const label = `Ferien und Feiertage${state ? ` von ${STATES[state]}` : ''} übernehmen`
        return look({ label, hint: presetHint(state, values) })
      }
      case 'places_from':
        return source && look({ label: `Plätze aus ${source.name} übernehmen` })
      case 'date_start':
      case 'date_end':
        return look({ days: { isAhead: true } })
      default:
        return look({
          days: { first: dayOrNone(values.date_start), last: dayOrNone(values.date_end), isAhead: true },
        })
    }
  }
  return (
    <RecordDialog
      title={year ? `Schuljahr ${year.name} bearbeiten` : 'Schuljahr anlegen'}
      action={year ? 'Übernehmen' : 'Anlegen'}
      size={560}
      edit={edit}
      renderInput={renderInput}
      focus="name"
      onAdd={(body, idempotencyKey) => {
        const places_from = values.places_from === true && source ? source.id : null
        return add.run({ body: { ...body, places_from }, idempotencyKey })
      }}
      onChange={({ id, version }, changes) => change.run({ params: { id }, body: { ...changes, version } })}
      isRunning={add.isRunning || change.isRunning}
      onGone={onGone}
    />
  )
}
