import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { SchoolclassRecord } from '#contract/schoolclasses/schoolclass.record.ts'
import {
  NewSchoolclassForm,
  type Schoolclass,
  SchoolclassChange,
  schoolclassEndpoints,
} from '#contract/schoolclasses/schoolclasses.ts'
import { useLabels } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type FormField, fieldsIn, inputsOf } from '#web/forms/fields.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { type Memory, useEdit } from '#web/forms/use-edit.ts'
import { useRecordOpener } from '#web/forms/use-record-opener.ts'
import { paths } from '#web/paths.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { changesStaff, classInputs, STAFF } from './ClassInputField.tsx'
import { CHANGED_BY_CLASSES } from './class-action.ts'
import { type ClassOptions, yearText } from './class-year.ts'
import { classOptionsQuery, schoolclassQuery } from './schoolclass-queries.ts'

const FIELDS = fieldsIn(SchoolclassRecord, [
  'school_year_id',
  ['schoolgrade_id', 'schoolgrade_to_id'],
  'description',
  ['room', 'capacity'],
  ...STAFF,
])
/** Asked once other people are chosen for a class that there is. */
const FUNCTIONS_FROM: FormField = {
  key: 'functions_from',
  label: 'Personen gelten ab',
  kind: 'date',
  isOptional: true,
  hint: 'Ohne Angabe ab heute; in einem künftigen Schuljahr ab dessen erstem Tag.',
}

const NOTHING: ClassOptions = { schoolyears: [], schoolgrades: [], employees: [] }

/** Who may be chosen: everybody who works here, and who holds a function of this class already. */
const staffChoices = ({ employees }: ClassOptions, schoolclass: Schoolclass | undefined) => {
  const held = [...(schoolclass?.responsible_teachers ?? []), ...(schoolclass?.assigned_employees ?? [])]
  const unknown = held.filter(({ id }) => employees.every((one) => one.id !== id))
  return [...employees, ...unknown].map(({ id, name, short_name }) => ({
    value: String(id),
    label: short_name ? `${name} (${short_name})` : name,
  }))
}

/** The fields with what there is to choose from, in the school's own words. */
const useClassFields = (options: ClassOptions, schoolclass: Schoolclass | undefined): FormField[] => {
  const { class_teacher } = useLabels()
  const grades = options.schoolgrades.map(({ id, name }) => ({ value: String(id), label: name }))
  const staff = staffChoices(options, schoolclass)
  const years = options.schoolyears
    .filter(({ state }) => state !== 'closed')
    .map((year) => ({ value: String(year.id), label: yearText(year) }))
  const known: Record<string, Partial<FormField>> = {
    school_year_id: { choices: years },
    schoolgrade_id: { choices: grades },
    schoolgrade_to_id: { choices: grades },
    responsible_teachers: { label: class_teacher, choices: staff },
    assigned_employees: { choices: staff },
  }
  const fields = FIELDS.map((field) => ({ ...field, ...known[field.key] }))
  if (!schoolclass) return fields
  const year = options.schoolyears.find(({ id }) => id === schoolclass.school_year.id)
  const from = { ...FUNCTIONS_FROM, days: { first: year?.date_start, last: year?.date_end, isAhead: true } as const }
  return [...fields.filter(({ key }) => key !== 'school_year_id'), from]
}

const storedIn = ({ school_year, schoolgrade, schoolgrade_to, ...schoolclass }: Schoolclass) => ({
  ...schoolclass,
  school_year_id: school_year.id,
  schoolgrade_id: schoolgrade.id,
  schoolgrade_to_id: schoolgrade_to?.id,
  responsible_teachers: schoolclass.responsible_teachers.map(({ id }) => id),
  assigned_employees: schoolclass.assigned_employees.map(({ id }) => id),
})

interface SchoolclassDialogProps extends Memory<Schoolclass> {
  /** Missing: a new class. */
  schoolclass?: Schoolclass | undefined
  /** The school year of a new class: the one that is shown. */
  yearId: number | undefined
  onGone: () => void
}

const useClassEdit = (options: ClassOptions, { schoolclass, yearId, preserved, remember }: SchoolclassDialogProps) => {
  const fields = useClassFields(options, schoolclass)
  const stored = inputsOf(fields, schoolclass && storedIn(schoolclass))
  return useEdit({
    fields,
    // A day that is no longer asked for is neither checked nor sent.
    asks: (key, values) => key !== FUNCTIONS_FROM.key || changesStaff(values, stored),
    loaded: schoolclass,
    valuesOf: (base) =>
      base
        ? inputsOf(fields, storedIn(base))
        : { ...inputsOf(fields, undefined), school_year_id: String(yearId ?? '') },
    loadAnew: ({ id }) => queryClient.fetchQuery({ ...schoolclassQuery(id), staleTime: 0 }),
    rules: { add: NewSchoolclassForm, change: SchoolclassChange },
    invalidates: CHANGED_BY_CLASSES,
    preserved,
    remember,
  })
}

/** Ux §3.5: 'Klasse anlegen' or 'Klasse 5a bearbeiten'. */
export const SchoolclassDialog = (props: SchoolclassDialogProps) => {
  const { schoolclass, onGone } = props
  const { data: options, isError, refetch } = useQuery(classOptionsQuery)
  const edit = useClassEdit(options ?? NOTHING, props)
  const add = useCall(schoolclassEndpoints.add, edit.calls)
  const change = useCall(schoolclassEndpoints.change, edit.calls)
  const first = schoolclass ? 'description' : 'schoolgrade_id'
  // The dialog may have opened before its choices were there.
  const isReady = options !== undefined
  useEffect(() => (isReady ? focusField(first) : undefined), [isReady, first])
  const waiting = isError ? <NotLoaded onRetry={() => void refetch()} /> : <LoadingText />
  return (
    <RecordDialog
      title={schoolclass ? `Klasse ${schoolclass.classgradePlain} bearbeiten` : 'Klasse anlegen'}
      action={schoolclass ? 'Übernehmen' : 'Anlegen'}
      size={560}
      edit={edit}
      instead={options ? undefined : waiting}
      renderInput={classInputs(options ?? NOTHING, edit)}
      focus={first}
      onAdd={async (body, idempotencyKey) => {
        const reply = await add.run({ body, idempotencyKey })
        return reply && { ...reply, link: { text: 'Zur Klasse', to: paths.schoolclass(reply.id) } }
      }}
      onChange={({ id, version }, changes) => change.run({ params: { id }, body: { ...changes, version } })}
      isRunning={add.isRunning || change.isRunning}
      onGone={onGone}
    />
  )
}

/** The dialog of a class that is new, changed, or was being changed when a session ended. */
export const useClassDialog = (known: readonly Schoolclass[] | undefined, yearId: number | undefined) => {
  const { opened, ...opener } = useRecordOpener({ known })
  return {
    ...opener,
    shown: opened && <SchoolclassDialog {...opened} schoolclass={opened.record} yearId={yearId} />,
  }
}
