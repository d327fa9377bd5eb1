import type { SelectProps } from '@mantine/core'
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
import { type FormField, fieldProps, type InputFieldProps } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RadioField } from '#web/forms/RadioField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { TypedSelectField } from '#web/forms/TypedSelectField.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { givingChange, STAFF_FIELDS } from './class-staff-change.ts'
import { CHANGED_BY_EMPLOYEES, loadClassAnew } from './employee-queries.ts'
import { FUNCTION_CHOICES, PLANNED_ANEW } from './employee-texts.ts'

const CLASS_ID = 'schoolclass_id'

const FIELDS: readonly FormField[] = [
  { key: CLASS_ID, label: 'Klasse', kind: 'text' },
  { key: 'function', label: 'Aufgabe', kind: 'text' },
  { key: 'from', label: 'Ab', kind: 'date' },
]

const Wish = z.object({ schoolclass_id: z.string().min(1), function: z.enum(CLASS_FUNCTIONS), from: IsoDate })

/** What the class refuses, by the fields of this dialog. */
const FIELD_OF: Record<string, string> = {
  [STAFF_FIELDS.responsible]: CLASS_ID,
  [STAFF_FIELDS.assigned]: CLASS_ID,
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
type OpenClasses = ReturnType<typeof useOpenClasses>

/** Is there once the classes are: what is typed before would find none, and Enter would send the form. */
const ClassField = ({ years, ...input }: Pick<OpenClasses, 'years'> & SelectProps<string>) => {
  useEffect(() => focusField(CLASS_ID), [])
  return (
    <TypedSelectField
      {...input}
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

/** A class is given to somebody from a day on, as Klassenleitung or zugeordnet (ux §3.6). */
export const EmployeeClassDialog = ({ employee, onGone }: { employee: EmployeeDetails; onGone: () => void }) => {
  const today = useToday()
  const { years, isLoaded, hasFailed, refetch } = useOpenClasses()
  const edit = useEdit<never, z.output<typeof Wish>>({
    fields: FIELDS,
    loaded: undefined,
    valuesOf: () => ({ [CLASS_ID]: '', function: 'responsible', from: today }),
    loadAnew: async () => undefined,
    rules: { add: Wish },
    invalidates: CHANGED_BY_EMPLOYEES,
  })
  const { run, isRunning } = useCall(schoolclassEndpoints.change, {
    ...edit.calls,
    onFieldErrors: (errors) =>
      edit.refuse(Object.fromEntries(Object.entries(errors).map(([field, text]) => [FIELD_OF[field] ?? field, text]))),
  })
  const yearOf = (classId: unknown) => years.find((one) => one.classes.some(({ id }) => String(id) === classId))
  const year = yearOf(edit.values[CLASS_ID])
  const choose = (id: string | null) => {
    const chosen = yearOf(id)
    edit.set(CLASS_ID, id ?? '')
    if (chosen) edit.set('from', classDay(chosen, today))
  }
  const drawClass = ({ value, ...input }: InputFieldProps) => {
    if (hasFailed) return <NotLoaded onRetry={refetch} />
    if (!isLoaded) return <LoadingText />
    return <ClassField {...fieldProps(input)} years={years} value={String(value) || null} onChange={choose} />
  }
  const drawInput = (input: InputFieldProps) => {
    const { field, value, onChange } = input
    if (field.key === CLASS_ID) return drawClass(input)
    if (field.key === 'function')
      return (
        <RadioField
          {...fieldProps(input)}
          value={String(value)}
          onChange={onChange}
          options={CLASS_FUNCTIONS.map((one) => ({ value: one, label: FUNCTION_CHOICES[one] }))}
        />
      )
    const days = { first: year?.date_start, last: year?.date_end, isAhead: true } as const
    return <InputField {...input} field={{ ...field, days }} />
  }
  return (
    <RecordDialog
      title={`Klasse zuordnen: ${fullName(employee)}`}
      action="Klasse zuordnen"
      size={560}
      edit={edit}
      isVain={!edit.values[CLASS_ID]}
      renderInput={drawInput}
      onAdd={async ({ schoolclass_id, ...wish }) => {
        const id = Number(schoolclass_id)
        const schoolclass = await loadClassAnew(id).catch(explainFailure)
        if (!schoolclass) return undefined
        const change = givingChange(schoolclass, { ...wish, employeeId: employee.id })
        if (change) return run({ params: { id }, body: { ...change, version: schoolclass.version } })
        edit.refuse({ [CLASS_ID]: PLANNED_ANEW })
        return undefined
      }}
      isRunning={isRunning}
      onGone={onGone}
    />
  )
}
