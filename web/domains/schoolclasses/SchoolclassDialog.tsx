import { Button, Modal, MultiSelect, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { classgradePlain } from '#contract/class-names.ts'
import { cleanLine } from '#contract/formats.ts'
import type { Schoolclass } from '#contract/schoolclasses.ts'
import { useToday } from '#web/api/base-data.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { ConflictCard } from '#web/ui/ConflictCard.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { classConflictLines } from './class-conflict.ts'
import { type ClassOptions, staffOptions } from './class-staff.ts'
import dialogClasses from './SchoolclassDialog.module.css'
import { CLASS_FIELDS, type ClassValues, changesStaff } from './schoolclass-form.ts'
import { classOptionsQuery } from './schoolclass-queries.ts'
import { type SchoolclassDialogProps, useSchoolclassDialog } from './use-schoolclass-dialog.ts'
import { yearText } from './year-text.ts'

const LEADERS_MAX = 2
const NO_OPTIONS: ClassOptions = { schoolyears: [], schoolgrades: [], employees: [] }

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
  schoolclass: Schoolclass | undefined
}

const NameFields = ({ form, options, schoolclass }: FieldsProps) => {
  const { values } = form
  const grades = options.schoolgrades.map(({ id, grade, name }) => ({ value: String(id), label: name, grade }))
  const lowest = grades.find(({ value }) => value === values.schoolgrade_id)?.grade
  const chooseGrade = (id: string | null) => form.setValues({ schoolgrade_id: id ?? '', schoolgrade_to_id: '' })
  return (
    <>
      {!schoolclass && (
        <Select
          id="school_year_id"
          label={CLASS_FIELDS.school_year_id}
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
          label={CLASS_FIELDS.schoolgrade_id}
          data={grades}
          allowDeselect={false}
          data-autofocus={schoolclass ? undefined : true}
          {...form.getInputProps('schoolgrade_id')}
          value={values.schoolgrade_id || null}
          onChange={chooseGrade}
        />
        <Select
          id="schoolgrade_to_id"
          label={`${CLASS_FIELDS.schoolgrade_to_id} (optional)`}
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
          label={CLASS_FIELDS.description}
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

const PlaceFields = ({ form }: FieldsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
    <TextInput
      id="room"
      label={`${CLASS_FIELDS.room} (optional)`}
      autoComplete="off"
      maxLength={20}
      {...form.getInputProps('room')}
    />
    <TextInput
      id="capacity"
      label={`${CLASS_FIELDS.capacity} (optional)`}
      inputMode="numeric"
      autoComplete="off"
      {...form.getInputProps('capacity')}
    />
  </SimpleGrid>
)

const StaffFields = ({ form, options, schoolclass, before }: FieldsProps) => {
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
        label={`${CLASS_FIELDS.responsible_teachers} (optional)`}
        description="Höchstens zwei, in dieser Reihenfolge."
        data={without(values.assigned_employees)}
        maxValues={LEADERS_MAX}
        {...form.getInputProps('responsible_teachers')}
      />
      <MultiSelect
        {...common}
        id="assigned_employees"
        label={`${CLASS_FIELDS.assigned_employees} (optional)`}
        data={without(values.responsible_teachers)}
        {...form.getInputProps('assigned_employees')}
      />
      {schoolclass && changesStaff(values, before) && (
        <DateField
          id="functions_from"
          label={`${CLASS_FIELDS.functions_from} (optional)`}
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

/** Ux §3.5: 'Klasse anlegen' or 'Klasse 5a bearbeiten'. */
export const SchoolclassDialog = (props: SchoolclassDialogProps) => {
  const { schoolclass } = props
  const { data: options = NO_OPTIONS } = useQuery(classOptionsQuery)
  const { form, attempt, submit, isRunning, conflict, leave, modal, before, ...answer } = useSchoolclassDialog(props)
  const fields = { form, before, options, schoolclass }
  return (
    <Modal
      {...modal}
      size={560}
      title={schoolclass ? `Klasse ${schoolclass.classgradePlain} bearbeiten` : 'Klasse anlegen'}
      classNames={{ title: dialogClasses.title ?? '' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={CLASS_FIELDS} attempt={attempt} />
          <NameFields {...fields} />
          <PlaceFields {...fields} />
          <StaffFields {...fields} />
          {conflict && (
            <ConflictCard
              text={conflict}
              lines={classConflictLines({ mine: form.values, theirs: before, options, schoolclass })}
              onKeepMine={answer.keepMine}
              onTakeTheirs={answer.takeTheirs}
            />
          )}
        </Stack>
        <div className={dialogClasses.buttons}>
          <ButtonRow align="end">
            <Button variant="default" onClick={() => void leave()}>
              Abbrechen
            </Button>
            {!conflict && (
              <ActionButton type="submit" isRunning={isRunning}>
                {schoolclass ? 'Übernehmen' : 'Anlegen'}
              </ActionButton>
            )}
          </ButtonRow>
        </div>
      </form>
    </Modal>
  )
}
