import { Modal, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { EMPLOYEE_TYPE_LABELS, SALUTATION_LABELS } from '#contract/employees/employee.record.ts'
import { choicesOf } from '#contract/record.ts'
import { useToday } from '#web/api/base-data.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { conflictLines, EMPLOYEE_FIELDS } from './employee-form.ts'
import { type EmployeeDialogProps, useEmployeeDialog } from './use-employee-dialog.ts'

const SALUTATION_OPTIONS = choicesOf(SALUTATION_LABELS)
const TYPE_OPTIONS = choicesOf(EMPLOYEE_TYPE_LABELS)
const COLUMNS = { base: 1, sm: 2 }
const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

type Form = ReturnType<typeof useEmployeeDialog>['form']
type Key = keyof typeof EMPLOYEE_FIELDS

/** What one field of the dialog needs; those that may stay empty say so. */
const fieldOf = (form: Form, key: Key, isOptional = true) => ({
  id: key,
  label: isOptional ? `${EMPLOYEE_FIELDS[key]} (optional)` : EMPLOYEE_FIELDS[key],
  ...form.getInputProps(key),
})

const NameFields = ({ form }: { form: Form }) => (
  <>
    <SimpleGrid cols={COLUMNS} spacing="md">
      <Select {...fieldOf(form, 'salutation', false)} data={SALUTATION_OPTIONS} allowDeselect={false} />
      <TextInput {...fieldOf(form, 'title')} autoComplete="off" />
      <TextInput {...fieldOf(form, 'firstname', false)} autoComplete="off" data-autofocus />
      <TextInput {...fieldOf(form, 'lastname', false)} autoComplete="off" />
      <TextInput
        {...fieldOf(form, 'short_name', false)}
        autoComplete="off"
        description="2 bis 6 Buchstaben, der erste groß; an der Schule nur einmal."
        inputWrapperOrder={HINT_LAST}
      />
      <Select {...fieldOf(form, 'employee_type', false)} data={TYPE_OPTIONS} allowDeselect={false} />
    </SimpleGrid>
  </>
)

const ContactFields = ({ form }: { form: Form }) => (
  <SimpleGrid cols={COLUMNS} spacing="md">
    <TextInput
      {...fieldOf(form, 'mail')}
      type="email"
      inputMode="email"
      autoComplete="off"
      description="Dienstlich; hierhin geht die Einladung zum Konto."
      inputWrapperOrder={HINT_LAST}
    />
    <TextInput
      {...fieldOf(form, 'phone')}
      type="tel"
      inputMode="tel"
      autoComplete="off"
      description="Dienstlich, keine private Nummer."
      inputWrapperOrder={HINT_LAST}
    />
  </SimpleGrid>
)

type DateKey = 'date_entry' | 'measles_proof_seen_at' | 'extended_certificate_seen_at'

const EmployeeDateField = ({ form, field, max }: { form: Form; field: DateKey; max?: string }) => (
  <DateField
    id={field}
    label={`${EMPLOYEE_FIELDS[field]} (optional)`}
    value={form.values[field]}
    onChange={(day) => form.setFieldValue(field, day)}
    error={form.errors[field]}
    today={useToday()}
    autoComplete="off"
    {...(max ? { max } : {})}
  />
)

const RecordFields = ({ form }: { form: Form }) => {
  const today = useToday()
  return (
    <>
      <SimpleGrid cols={COLUMNS} spacing="md" style={{ alignItems: 'end' }}>
        <EmployeeDateField form={form} field="date_entry" />
        <EmployeeDateField form={form} field="measles_proof_seen_at" max={today} />
        <EmployeeDateField form={form} field="extended_certificate_seen_at" max={today} />
      </SimpleGrid>
      <Textarea
        {...fieldOf(form, 'note')}
        autosize
        minRows={2}
        maxRows={8}
        description="Keine Gesundheitsangaben und nichts Privates. Höchstens 500 Zeichen."
        inputWrapperOrder={HINT_LAST}
      />
    </>
  )
}

/** Somebody new, or what is known of somebody (domain §1.9). */
export const EmployeeDialog = (props: EmployeeDialogProps) => {
  const { employee } = props
  const { form, attempt, submit, isRunning, conflict, leave, modal, ...answer } = useEmployeeDialog(props)
  return (
    <Modal {...modal} size={720} title={employee ? 'Mitarbeitende bearbeiten' : 'Mitarbeitende anlegen'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={EMPLOYEE_FIELDS} attempt={attempt} />
          <NameFields form={form} />
          <ContactFields form={form} />
          <RecordFields form={form} />
          {conflict && (
            <ConflictCard
              text={conflict.text}
              lines={conflictLines(form.values, conflict.theirs)}
              onKeepMine={answer.keepMine}
              onTakeTheirs={answer.takeTheirs}
            />
          )}
        </Stack>
        <DialogButtonRow
          action={employee ? 'Übernehmen' : 'Anlegen'}
          isRunning={isRunning}
          onLeave={() => void leave()}
          isComparing={conflict !== undefined}
        />
      </form>
    </Modal>
  )
}
