import { Button, Modal, MultiSelect, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { classgradePlain } from '#contract/class-names.ts'
import { cleanLine } from '#contract/formats.ts'
import type { Schoolclass } from '#contract/schoolclasses.ts'
import { useLabels, useToday } from '#web/api/base-data.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { ConflictCard } from '#web/ui/ConflictCard.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { classConflictLines } from './class-conflict.ts'
import { type ClassOptions, staffOptions } from './class-staff.ts'
import dialogClasses from './SchoolclassDialog.module.css'
import { type ClassFields, type ClassValues, changesStaff, classFieldsOf } from './schoolclass-form.ts'
import { classOptionsQuery } from './schoolclass-queries.ts'
import { type SchoolclassDialogProps, useSchoolclassDialog } from './use-schoolclass-dialog.ts'
import { yearText } from './year-text.ts'

const LEADERS_MAX = 2

const NamePreview = ({ values, options }: { values: ClassValues; options: ClassOptions }) => {
  const gradeOf = (id: string) => options.schoolgrades.find((one) => String(one.id) === id)?.grade
  const [grade, description] = [gradeOf(values.schoolgrade_id), cleanLine(values.description)]
  const name =
    grade === undefined || description === ''
      ? undefined
      : classgradePlain({ grade, description, grade_to: gradeOf(values.schoolgrade_to_id) ?? null })
  return (
    <p className={dialogClasses.preview} aria-live="polite">
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
        <Select
          id="schoolgrade_id"
          label={words.schoolgrade_id}
          data={grades}
          allowDeselect={false}
          data-autofocus={schoolclass ? undefined : true}
          {...form.getInputProps('schoolgrade_id')}
          value={values.schoolgrade_id || null}
          onChange={chooseGrade}
        />
        <Select
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
          maxLength={30}
          data-autofocus={schoolclass ? true : undefined}
          {...form.getInputProps('description')}
        />
        <NamePreview values={values} options={options} />
      </div>
    </>
  )
}

const PlaceFields = ({ form, words }: FieldsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
    <TextInput
      id="room"
      label={`${words.room} (optional)`}
      autoComplete="off"
      maxLength={20}
      {...form.getInputProps('room')}
    />
    <TextInput
      id="capacity"
      label={`${words.capacity} (optional)`}
      inputMode="numeric"
      autoComplete="off"
      {...form.getInputProps('capacity')}
    />
  </SimpleGrid>
)

const StaffFields = ({ form, options, words, schoolclass, before }: FieldsProps) => {
  const { values } = form
  const today = useToday()
  const staff = staffOptions(options, schoolclass)
  const without = (taken: readonly string[]) => staff.filter(({ value }) => !taken.includes(value))
  const year = options.schoolyears.find(({ id }) => String(id) === values.school_year_id)
  const common = { data: staff, searchable: true, hidePickedOptions: true, nothingFoundMessage: 'Niemand gefunden.' }
  return (
    <>
      <MultiSelect
        {...common}
        id="responsible_teachers"
        label={`${words.responsible_teachers} (optional)`}
        description="Höchstens zwei, in dieser Reihenfolge."
        data={without(values.assigned_employees)}
        maxValues={LEADERS_MAX}
        {...form.getInputProps('responsible_teachers')}
      />
      <MultiSelect
        {...common}
        id="assigned_employees"
        label={`${words.assigned_employees} (optional)`}
        data={without(values.responsible_teachers)}
        {...form.getInputProps('assigned_employees')}
      />
      {schoolclass && changesStaff(values, before) && (
        <DateField
          id="functions_from"
          label={`${words.functions_from} (optional)`}
          description="Ohne Angabe ab heute; in einem künftigen Schuljahr ab dessen erstem Tag."
          today={today}
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
  return (
    <form onSubmit={dialog.submit} noValidate>
      <Stack gap="md">
        <ErrorSummary errors={form.errors} labels={words} attempt={dialog.attempt} />
        <NameFields {...fields} />
        <PlaceFields {...fields} />
        <StaffFields {...fields} />
        {conflict && (
          <ConflictCard
            text={conflict}
            lines={classConflictLines({ mine: form.values, theirs: before, options, fields: words, schoolclass })}
            onKeepMine={dialog.keepMine}
            onTakeTheirs={dialog.takeTheirs}
          />
        )}
      </Stack>
      <div className={dialogClasses.buttons}>
        <ButtonRow align="end">
          <Button variant="default" onClick={() => void dialog.leave()}>
            Abbrechen
          </Button>
          {!conflict && (
            <ActionButton type="submit" isRunning={dialog.isRunning}>
              {schoolclass ? 'Übernehmen' : 'Anlegen'}
            </ActionButton>
          )}
        </ButtonRow>
      </div>
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
    <div className={dialogClasses.buttons}>
      <ButtonRow align="end">
        <Button variant="default" onClick={onLeave}>
          Abbrechen
        </Button>
      </ButtonRow>
    </div>
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
      classNames={{ title: dialogClasses.title ?? '' }}
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
