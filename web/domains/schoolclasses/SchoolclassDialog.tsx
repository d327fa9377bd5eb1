import { Button, Modal, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { cleanLine } from '#contract/formats.ts'
import { classgradePlain } from '#contract/schoolclasses/class-names.ts'
import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { useLabels, useToday } from '#web/api/base-data.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { ClassGradeField } from './ClassGradeField.tsx'
import { ClassPeopleField } from './ClassPeopleField.tsx'
import { classConflictLines } from './class-conflict.ts'
import { type ClassOptions, staffOptions } from './class-staff.ts'
import { type ClassFields, type ClassValues, changesStaff, classFieldsOf } from './schoolclass-form.ts'
import { classOptionsQuery } from './schoolclass-queries.ts'
import dialogClasses from './schoolclasses.module.css'
import { type SchoolclassDialogProps, useSchoolclassDialog } from './use-schoolclass-dialog.ts'
import { yearText } from './year-text.ts'

const LEADERS_MAX = 2
const NAME_MAX = 30
const NOBODY_CHOSEN = 'Bitte wählen Sie eine Person aus der Liste oder löschen Sie den Text.'

/** Names in the searches of people that are nobody yet. */
type Searches = Record<'responsible_teachers' | 'assigned_employees', string>
const NO_SEARCHES: Searches = { responsible_teachers: '', assigned_employees: '' }

const NamePreview = ({ values, options }: { values: ClassValues; options: ClassOptions }) => {
  const gradeOf = (id: string) => options.schoolgrades.find((one) => String(one.id) === id)?.grade
  const [grade, description] = [gradeOf(values.schoolgrade_id), cleanLine(values.description)]
  const name =
    grade === undefined || description === ''
      ? undefined
      : classgradePlain({ grade, description, grade_to: gradeOf(values.schoolgrade_to_id) ?? null })
  return (
    <p className={`sh-quiet sh-small ${dialogClasses.preview}`} aria-live="polite">
      {name ? (
        <>
          Die Klasse heißt <strong>{name}</strong>.
        </>
      ) : (
        'Der Name entsteht aus Stufe und Bezeichnung, zum Beispiel 5a oder 1/2 Füchse.'
      )}
    </p>
  )
}

type FieldsProps = Pick<ReturnType<typeof useSchoolclassDialog>, 'form' | 'before'> & {
  options: ClassOptions
  /** The words of the fields. */
  words: ClassFields
  schoolclass: Schoolclass | undefined
}

const NameFields = ({ form, options, words, schoolclass }: FieldsProps) => {
  const { values } = form
  const grades = options.schoolgrades.map(({ id, grade, name }) => ({ value: String(id), label: name, grade }))
  const lowest = grades.find(({ value }) => value === values.schoolgrade_id)?.grade
  const length = cleanLine(values.description).length
  const tooLong = length > NAME_MAX && `Höchstens ${NAME_MAX} Zeichen, es sind ${length}.`
  const chooseGrade = (id: string | null) => form.setValues({ schoolgrade_id: id ?? '', schoolgrade_to_id: '' })
  return (
    <>
      {!schoolclass && (
        <Select
          id="school_year_id"
          label={words.school_year_id}
          data={options.schoolyears
            .filter(({ state }) => state !== 'closed')
            .map((year) => ({ value: String(year.id), label: yearText(year) }))}
          allowDeselect={false}
          {...form.getInputProps('school_year_id')}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <ClassGradeField
          id="schoolgrade_id"
          label={words.schoolgrade_id}
          data={grades}
          allowDeselect={false}
          data-autofocus={schoolclass ? undefined : true}
          {...form.getInputProps('schoolgrade_id')}
          value={values.schoolgrade_id || null}
          onChange={chooseGrade}
        />
        <ClassGradeField
          id="schoolgrade_to_id"
          label={`${words.schoolgrade_to_id} (optional)`}
          placeholder="nur eine Stufe"
          data={grades.filter(({ grade }) => lowest !== undefined && grade > lowest)}
          disabled={lowest === undefined}
          clearable
          clearButtonProps={{ 'aria-label': 'Nur eine Stufe' }}
          {...form.getInputProps('schoolgrade_to_id')}
          value={values.schoolgrade_to_id || null}
          onChange={(id) => form.setFieldValue('schoolgrade_to_id', id ?? '')}
        />
      </SimpleGrid>
      <div>
        <TextInput
          id="description"
          label={words.description}
          autoComplete="off"
          data-autofocus={schoolclass ? true : undefined}
          {...form.getInputProps('description')}
          error={form.errors.description ?? tooLong}
        />
        <NamePreview values={values} options={options} />
      </div>
    </>
  )
}

const PlaceFields = ({ form, words }: FieldsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
    <TextInput id="room" label={`${words.room} (optional)`} autoComplete="off" {...form.getInputProps('room')} />
    <TextInput
      id="capacity"
      label={`${words.capacity} (optional)`}
      inputMode="numeric"
      autoComplete="off"
      {...form.getInputProps('capacity')}
    />
  </SimpleGrid>
)

interface StaffFieldsProps extends FieldsProps {
  searches: Searches
  onSearch: (search: Partial<Searches>) => void
}

const StaffFields = ({ form, options, words, schoolclass, before, searches, onSearch }: StaffFieldsProps) => {
  const { values } = form
  const today = useToday()
  const staff = staffOptions(options, schoolclass)
  const without = (taken: readonly string[]) => staff.filter(({ value }) => !taken.includes(value))
  const year = options.schoolyears.find(({ id }) => String(id) === values.school_year_id)
  const fieldOf = (id: keyof Searches) => ({
    id,
    label: `${words[id]} (optional)`,
    value: values[id],
    onChange: (chosen: string[]) => form.setFieldValue(id, chosen),
    error: form.errors[id],
    search: searches[id],
    onSearch: (search: string) => {
      if (form.errors[id] === NOBODY_CHOSEN) form.clearFieldError(id)
      onSearch({ [id]: search })
    },
  })
  const onReached = () => form.setFieldError('responsible_teachers', 'Bitte höchstens zwei Klassenleitungen wählen.')
  return (
    <>
      <ClassPeopleField
        {...fieldOf('responsible_teachers')}
        description="Höchstens zwei, in dieser Reihenfolge."
        people={without(values.assigned_employees)}
        max={{ count: LEADERS_MAX, onReached }}
      />
      <ClassPeopleField {...fieldOf('assigned_employees')} people={without(values.responsible_teachers)} />
      {schoolclass && changesStaff(values, before) && (
        <DateField
          id="functions_from"
          label={`${words.functions_from} (optional)`}
          description="Ohne Angabe ab heute; in einem künftigen Schuljahr ab dessen erstem Tag."
          today={today}
          isAhead
          {...(year ? { min: year.date_start, max: year.date_end } : {})}
          value={values.functions_from}
          onChange={(day) => form.setFieldValue('functions_from', day)}
          error={form.errors.functions_from}
        />
      )}
    </>
  )
}

interface ClassFormProps {
  schoolclass: Schoolclass | undefined
  options: ClassOptions
  dialog: ReturnType<typeof useSchoolclassDialog>
}

const ClassForm = ({ schoolclass, options, dialog }: ClassFormProps) => {
  const { form, before, conflict } = dialog
  const words = classFieldsOf(useLabels())
  const fields = { form, before, options, words, schoolclass }
  // The dialog itself may have opened before its choices were there.
  const first = schoolclass ? 'description' : 'schoolgrade_id'
  useEffect(() => focusField(first), [first])
  const [searches, setSearches] = useState(NO_SEARCHES)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const open = (['responsible_teachers', 'assigned_employees'] as const).filter((key) => searches[key].trim() !== '')
    if (open.length === 0) return dialog.submit(event)
    event.preventDefault()
    const errors = { ...form.validate().errors, ...Object.fromEntries(open.map((key) => [key, NOBODY_CHOSEN])) }
    // The list of errors above moves the field: only then it is brought into sight.
    flushSync(() => form.setErrors(errors))
    focusField(open[0] ?? '')
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ErrorSummary errors={form.errors} labels={words} attempt={dialog.attempt} />
        <NameFields {...fields} />
        <PlaceFields {...fields} />
        <StaffFields
          {...fields}
          searches={searches}
          onSearch={(search) => setSearches((known) => ({ ...known, ...search }))}
        />
        {conflict && (
          <ConflictCard
            text={conflict.text}
            lines={classConflictLines({
              mine: form.values,
              theirs: conflict.theirs,
              options,
              fields: words,
              schoolclass,
            })}
            onKeepMine={dialog.keepMine}
            onTakeTheirs={dialog.takeTheirs}
          />
        )}
      </Stack>
      <DialogButtonRow
        action={schoolclass ? 'Übernehmen' : 'Anlegen'}
        isRunning={dialog.isRunning}
        onLeave={() => void dialog.leave()}
        isComparing={conflict !== undefined}
      />
    </form>
  )
}

interface NoChoicesProps {
  hasFailed: boolean
  onRetry: () => void
  onLeave: () => void
}

/** While there is nothing to choose from. */
const NoChoices = ({ hasFailed, onRetry, onLeave }: NoChoicesProps) => (
  <>
    {hasFailed ? <NotLoaded onRetry={onRetry} /> : <LoadingText />}
    <ButtonRow align="end" isFoot>
      <Button variant="default" onClick={onLeave}>
        Abbrechen
      </Button>
    </ButtonRow>
  </>
)

/** Ux §3.5: 'Klasse anlegen' or 'Klasse 5a bearbeiten'. */
export const SchoolclassDialog = (props: SchoolclassDialogProps) => {
  const { schoolclass } = props
  const options = useQuery(classOptionsQuery)
  const dialog = useSchoolclassDialog(props)
  return (
    <Modal
      {...dialog.modal}
      size={560}
      title={schoolclass ? `Klasse ${schoolclass.classgradePlain} bearbeiten` : 'Klasse anlegen'}
    >
      {options.data ? (
        <ClassForm schoolclass={schoolclass} options={options.data} dialog={dialog} />
      ) : (
        <NoChoices
          hasFailed={options.isError}
          onRetry={() => void options.refetch()}
          onLeave={() => void dialog.leave()}
        />
      )}
    </Modal>
  )
}
