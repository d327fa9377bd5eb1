import { Checkbox, Modal, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDate, isIsoDay } from '#contract/dates.ts'
import { schoolEndpoints } from '#contract/schools/schools.ts'
import { freeDaysPreset } from '#contract/schoolyears/school-calendar.presets.ts'
import { STATES, type StateCode } from '#contract/schoolyears/state-presets.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { changedFields, fullYearName, withName, YEAR_FIELDS, type YearValues } from './schoolyear-form.ts'
import classes from './schoolyears.module.css'
import { type SchoolyearDialogProps, useSchoolyearDialog } from './use-schoolyear-dialog.ts'

const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

const dayText = (day: unknown) => (typeof day === 'string' && isIsoDay(day) ? formatDate(day) : String(day || '–'))

/** The school's state; undefined while it is not known. */
const useSchoolState = () => {
  const id = useSignedIn()?.school?.id ?? 0
  const school = useQuery({ ...queryFor(schoolEndpoints.get, { params: { id } }, { quiet: true }), enabled: id > 0 })
  return school.data?.federal_state
}

type Dialog = ReturnType<typeof useSchoolyearDialog>

/** What is not known of a year's holidays, before it is made. */
const presetHint = (state: StateCode | undefined, { name, date_start, date_end }: YearValues) => {
  if (!state || !isIsoDay(date_start) || !isIsoDay(date_end)) return 'Soweit sie bekannt sind.'
  const { free_days: known, has_holidays } = freeDaysPreset(state, { date_start, date_end })
  if (has_holidays) return 'Sie können danach alles ändern.'
  const missing = known.some(({ kind }) => kind === 'holiday')
    ? 'sind die Ferien nur zum Teil bekannt. Die übrigen'
    : 'sind nur die Feiertage bekannt. Die Ferien'
  return `Für ${name} ${missing} tragen Sie danach bitte selbst ein.`
}

/** What a new year may begin with. */
const StartFields = ({ form, source }: Pick<Dialog, 'form' | 'source'>) => {
  const state = useSchoolState()
  return (
    <>
      <Checkbox
        label={`Ferien und Feiertage${state ? ` von ${STATES[state]}` : ''} übernehmen`}
        description={presetHint(state, form.values)}
        {...form.getInputProps('takes_preset', { type: 'checkbox' })}
      />
      {source && (
        <Checkbox
          label={`Plätze aus ${source.name} übernehmen`}
          {...form.getInputProps('takes_places', { type: 'checkbox' })}
        />
      )}
    </>
  )
}

const YearFields = ({ form, today }: { form: Dialog['form']; today: string }) => {
  const { values } = form
  const bounds = {
    ...(isIsoDay(values.date_start) ? { min: values.date_start } : {}),
    ...(isIsoDay(values.date_end) ? { max: values.date_end } : {}),
  }
  const day = (field: 'date_start' | 'date_end' | 'first_school_day' | 'last_school_day' | 'half_year_end') => ({
    id: field,
    label: YEAR_FIELDS[field],
    today,
    isAhead: true,
    value: values[field],
    error: form.errors[field],
    onChange: (value: string) => {
      form.setFieldValue(field, value)
      form.clearFieldError(field)
    },
  })
  return (
    <>
      <TextInput
        id="name"
        label={YEAR_FIELDS.name}
        autoComplete="off"
        data-autofocus
        description="Zum Beispiel 2026/2027"
        inputWrapperOrder={HINT_LAST}
        {...form.getInputProps('name')}
        onChange={(event) => {
          form.setValues(withName(values, event.currentTarget.value))
          form.clearFieldError('name')
        }}
        // Setting a field takes its error away, so only another text is set.
        onBlur={() =>
          fullYearName(values.name) !== values.name && form.setFieldValue('name', fullYearName(values.name))
        }
      />
      <div className={`sh-grid sh-gap-4 ${classes.pair}`}>
        <DateField {...day('date_start')} />
        <DateField {...day('date_end')} />
      </div>
      <DateField {...day('half_year_end')} {...bounds} description="Der letzte Schultag vor dem 1. Februar" />
      <div className={`sh-grid sh-gap-4 ${classes.pair}`}>
        <DateField {...day('first_school_day')} {...bounds} label={`${YEAR_FIELDS.first_school_day} (optional)`} />
        <DateField {...day('last_school_day')} {...bounds} label={`${YEAR_FIELDS.last_school_day} (optional)`} />
      </div>
    </>
  )
}

/** A school year, new or changed (domain §1.2). */
export const SchoolyearDialog = (props: SchoolyearDialogProps) => {
  const { year, today } = props
  const { form, attempt, source, isRunning, submit, conflict, leave, modal, ...answer } = useSchoolyearDialog(props)
  const differing = conflict ? changedFields(form.values, conflict.theirs) : []
  return (
    <Modal {...modal} size={560} title={year ? `Schuljahr ${year.name} bearbeiten` : 'Schuljahr anlegen'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={YEAR_FIELDS} attempt={attempt} />
          <YearFields form={form} today={today} />
          {!year && <StartFields form={form} source={source} />}
          {conflict && (
            <ConflictCard
              text={conflict.text}
              lines={differing.map((field) => ({
                key: field,
                label: YEAR_FIELDS[field],
                mine: dayText(form.values[field]),
                theirs: dayText(conflict.theirs[field]),
              }))}
              onKeepMine={answer.keepMine}
              onTakeTheirs={answer.takeTheirs}
            />
          )}
        </Stack>
        <DialogButtonRow
          action={year ? 'Übernehmen' : 'Anlegen'}
          isRunning={isRunning}
          onLeave={() => void leave()}
          isComparing={conflict !== undefined}
        />
      </form>
    </Modal>
  )
}
