import { Modal, Radio, type SelectProps, Stack } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import type { EmployeeDetails } from '#contract/employees/employees.ts'
import { IsoDate } from '#contract/formats.ts'
import { fullName } from '#contract/person-names.ts'
import { CLASS_FUNCTIONS, classDay, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { useToday } from '#web/api/base-data.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { TypedSelectField } from '#web/forms/TypedSelectField.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { notify } from '#web/shell/notify.tsx'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { givingChange, STAFF_FIELDS } from './class-staff-change.ts'
import { CHANGED_BY_EMPLOYEES, loadClassAnew } from './employee-queries.ts'
import { FUNCTION_CHOICES, PLANNED_ANEW } from './function-texts.ts'

const LABELS = { schoolclass_id: 'Klasse', function: 'Aufgabe', from: 'Ab' }

const CLASS_ID = 'schoolclass_id'

const Fields = z.object({
  schoolclass_id: z.string().min(1),
  function: z.enum(CLASS_FUNCTIONS),
  from: IsoDate,
})

/** What the class refuses, by the fields of this dialog. */
const FIELD_OF: Record<string, keyof typeof LABELS> = {
  [STAFF_FIELDS.responsible]: 'schoolclass_id',
  [STAFF_FIELDS.assigned]: 'schoolclass_id',
  functions_from: 'from',
}

const optionsQuery = queryFor(schoolclassEndpoints.formOptions, {}, { quiet: true })
const classesQuery = (school_year_id: number) =>
  queryFor(schoolclassEndpoints.list, { query: { school_year_id } }, { quiet: true })

/** The classes of the years that are not over yet, by year. */
const useOpenClasses = () => {
  const options = useQuery(optionsQuery)
  const years = (options.data?.schoolyears ?? []).filter(({ state }) => state !== 'closed')
  const lists = useQueries({ queries: years.map(({ id }) => classesQuery(id)) })
  return {
    years: years.map((year, index) => ({ ...year, classes: lists[index]?.data ?? [] })),
    isLoaded: options.isSuccess && lists.every(({ isSuccess }) => isSuccess),
    hasFailed: options.isError || lists.some(({ isError }) => isError),
    refetch: () => void Promise.all([options.refetch(), ...lists.map((list) => list.refetch())]),
  }
}

type ClassFieldProps = Pick<ReturnType<typeof useOpenClasses>, 'years'> &
  Pick<SelectProps<string>, 'value' | 'error' | 'onChange'>

/** Is there once the classes are: what is typed before would find none, and Enter would send the form. */
const ClassField = ({ years, ...input }: ClassFieldProps) => {
  useEffect(() => focusField(CLASS_ID), [])
  return (
    <TypedSelectField
      {...input}
      id={CLASS_ID}
      label={LABELS.schoolclass_id}
      data={years.map(({ name, classes: listed }) => ({
        group: name,
        items: listed.map(({ id, classgradePlain }) => ({ value: String(id), label: classgradePlain })),
      }))}
      unknownMessage="Bitte wählen Sie eine Klasse aus der Liste."
      nothingFoundMessage="Keine Klasse gefunden."
      placeholder="Klasse wählen"
    />
  )
}

interface EmployeeClassDialogProps {
  employee: EmployeeDetails
  onGone: () => void
}

/** A class is given to somebody from a day on, as Klassenleitung or zugeordnet (ux §3.6). */
export const EmployeeClassDialog = ({ employee, onGone }: EmployeeClassDialogProps) => {
  const today = useToday()
  const { years, isLoaded, hasFailed, refetch } = useOpenClasses()
  const { form, attempt, onSubmit, refuse } = useCheckedForm(Fields, {
    schoolclass_id: '',
    function: 'responsible' as (typeof CLASS_FUNCTIONS)[number],
    from: today,
  })
  const { values } = form
  const dialog = useLeavableDialog(values.schoolclass_id !== '', onGone)
  const { run, isRunning } = useCall(schoolclassEndpoints.change, {
    invalidates: CHANGED_BY_EMPLOYEES,
    onFieldErrors: (errors) =>
      refuse(Object.fromEntries(Object.entries(errors).map(([field, text]) => [FIELD_OF[field] ?? field, text]))),
  })
  const year = years.find((one) => one.classes.some(({ id }) => String(id) === values.schoolclass_id))
  const choose = (id: string | null) => {
    const chosen = years.find((one) => one.classes.some((schoolclass) => String(schoolclass.id) === id))
    form.setValues({ schoolclass_id: id ?? '', ...(chosen ? { from: classDay(chosen, today) } : {}) })
  }
  const submit = onSubmit(async ({ schoolclass_id, ...wish }) => {
    const id = Number(schoolclass_id)
    const schoolclass = await loadClassAnew(id).catch(explainFailure)
    if (!schoolclass) return
    const change = givingChange(schoolclass, { ...wish, employeeId: employee.id })
    if (!change) return refuse({ schoolclass_id: PLANNED_ANEW })
    const reply = await run({ params: { id }, body: { ...change, version: schoolclass.version } })
    if (!reply) return
    dialog.close()
    notify(reply.message)
  })
  return (
    <Modal {...dialog.modal} size={560} title={`Klasse geben: ${fullName(employee)}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={LABELS} attempt={attempt} />
          {hasFailed && <NotLoaded onRetry={refetch} />}
          {!hasFailed && !isLoaded && <LoadingText />}
          {!hasFailed && isLoaded && (
            <ClassField
              years={years}
              value={values.schoolclass_id || null}
              error={form.errors.schoolclass_id}
              onChange={choose}
            />
          )}
          <Radio.Group label={LABELS.function} {...form.getInputProps('function')}>
            <Stack gap="xs" mt={4}>
              {CLASS_FUNCTIONS.map((one, index) => (
                <Radio
                  key={one}
                  {...(index === 0 ? { id: 'function' } : {})}
                  value={one}
                  label={FUNCTION_CHOICES[one]}
                />
              ))}
            </Stack>
          </Radio.Group>
          <DateField
            id="from"
            label={LABELS.from}
            today={today}
            isAhead
            autoComplete="off"
            {...(year ? { min: year.date_start, max: year.date_end } : {})}
            value={values.from}
            onChange={(day) => form.setFieldValue('from', day)}
            error={form.errors.from}
          />
        </Stack>
        <DialogButtonRow action="Klasse geben" isRunning={isRunning} onLeave={() => void dialog.leave()} />
      </form>
    </Modal>
  )
}
