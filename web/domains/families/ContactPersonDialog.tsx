import { Checkbox, Modal, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { familyEndpoints, NewContactPersonForm } from '#contract/families/families.change.ts'
import type { PupilContactPerson } from '#contract/families/families.ts'
import { fullName } from '#contract/person-names.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useRecordDialog } from '#web/forms/use-record-dialog.ts'
import {
  CONTACT_LABELS,
  type ContactValues,
  contactChanges,
  contactConflict,
  contactValues,
  NO_CONTACT,
} from './contact-form.ts'
import { CHANGED_BY_FAMILIES, type FamilyPupil, loadFamilyAnew } from './family-queries.ts'

const COLUMNS = { base: 1, sm: 2 }

interface ContactPersonDialogProps {
  pupil: FamilyPupil
  /** Missing: somebody new. */
  person?: PupilContactPerson | undefined
  kept?: ContactValues | undefined
  remember: (values: ContactValues | undefined) => void
  onGone: () => void
}

const storedPerson = async (pupilId: number, id: number) =>
  (await loadFamilyAnew(pupilId)).contact_persons?.find((one) => one.id === id)

const useContactDialog = ({ pupil, person, ...props }: ContactPersonDialogProps) => {
  const { base, before, refuse, compareAfter, savedBy } = useRecordDialog<PupilContactPerson, ContactValues>({
    ...props,
    schemaOf: () => NewContactPersonForm,
    loaded: person,
    valuesOf: (stored) => (stored ? contactValues(stored) : NO_CONTACT),
    changed: (values, then) => Object.keys(contactChanges(values, then)),
    loadAnew: ({ id }) => storedPerson(pupil.id, id),
  })
  const keyFor = useSendKey()
  const calls = { invalidates: CHANGED_BY_FAMILIES, onFieldErrors: refuse }
  const add = useCall(familyEndpoints.addContactPerson, calls)
  const change = useCall(familyEndpoints.changeContactPerson, { ...calls, onFailure: compareAfter })
  const send = (values: ContactValues) => {
    if (!base) return add.run({ params: { id: pupil.id }, body: values, idempotencyKey: keyFor(values) })
    const body = { ...contactChanges(values, before), version: base.version }
    return change.run({ params: { id: pupil.id, contact_id: base.id }, body })
  }
  return savedBy({ send, isRunning: add.isRunning || change.isRunning })
}

const ContactFields = ({ form }: { form: UseFormReturnType<ContactValues> }) => {
  const today = useToday()
  const dateOf = (key: 'valid_from' | 'valid_until') => ({
    id: key,
    label: `${CONTACT_LABELS[key]} (optional)`,
    value: form.values[key],
    onChange: (day: string) => form.setFieldValue(key, day),
    error: form.errors[key],
    today,
    autoComplete: 'off',
  })
  const text = { autoComplete: 'off' }
  return (
    <SimpleGrid cols={COLUMNS} spacing="md">
      <TextInput
        id="firstname"
        label={CONTACT_LABELS.firstname}
        data-autofocus
        {...text}
        {...form.getInputProps('firstname')}
      />
      <TextInput id="lastname" label={CONTACT_LABELS.lastname} {...text} {...form.getInputProps('lastname')} />
      <TextInput
        id="phone"
        label={CONTACT_LABELS.phone}
        type="tel"
        inputMode="tel"
        {...text}
        {...form.getInputProps('phone')}
      />
      <TextInput
        id="relation"
        label={`${CONTACT_LABELS.relation} (optional)`}
        placeholder="z. B. Tante, Nachbar, Tagesmutter"
        {...text}
        {...form.getInputProps('relation')}
      />
      <Checkbox
        id="is_emergency"
        label={CONTACT_LABELS.is_emergency}
        {...form.getInputProps('is_emergency', { type: 'checkbox' })}
      />
      <Checkbox
        id="may_pickup"
        label={CONTACT_LABELS.may_pickup}
        {...form.getInputProps('may_pickup', { type: 'checkbox' })}
      />
      <DateField {...dateOf('valid_from')} />
      <DateField {...dateOf('valid_until')} />
    </SimpleGrid>
  )
}

/** Somebody else to call or who may fetch the child (domain §1.8). */
export const ContactPersonDialog = (props: ContactPersonDialogProps) => {
  const { pupil, person } = props
  const { form, attempt, submit, isRunning, conflict, leave, modal, keepMine, takeTheirs } = useContactDialog(props)
  return (
    <Modal
      {...modal}
      size={640}
      title={person ? `${fullName(person)} bearbeiten` : `Kontaktperson für ${fullName(pupil)}`}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={CONTACT_LABELS} attempt={attempt} />
          <ContactFields form={form} />
          {conflict && (
            <ConflictCard
              text={conflict.text}
              lines={contactConflict(form.values, conflict.theirs)}
              onKeepMine={keepMine}
              onTakeTheirs={takeTheirs}
            />
          )}
        </Stack>
        <DialogButtonRow
          action={person ? 'Übernehmen' : 'Eintragen'}
          isRunning={isRunning}
          onLeave={() => void leave()}
          isComparing={conflict !== undefined}
        />
      </form>
    </Modal>
  )
}
