import { ContactPerson } from '#contract/families/contact-person.record.ts'
import { ContactPersonChange, familyEndpoints, NewContactPersonForm } from '#contract/families/families.change.ts'
import type { PupilContactPerson } from '#contract/families/families.ts'
import { fullName } from '#contract/person-names.ts'
import { useCall } from '#web/api/queries.ts'
import { fieldsIn } from '#web/forms/fields.ts'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { type Memory, useEdit } from '#web/forms/use-edit.ts'
import { CHANGED_BY_FAMILIES, type FamilyPupil, loadFamilyAnew } from './family-queries.ts'

const FIELDS = fieldsIn(ContactPerson, [
  ['firstname', 'lastname', 'phone', 'relation', 'is_emergency', 'may_pickup', 'valid_from', 'valid_until'],
])

interface ContactPersonDialogProps extends Memory<PupilContactPerson> {
  pupil: FamilyPupil
  /** Missing: somebody new. */
  person?: PupilContactPerson | undefined
  onGone: () => void
}

/** Somebody else to call or who may fetch the child (domain §1.8). */
export const ContactPersonDialog = ({ pupil, person, onGone, ...memory }: ContactPersonDialogProps) => {
  const edit = useEdit({
    fields: FIELDS,
    loaded: person,
    loadAnew: async ({ id }) => (await loadFamilyAnew(pupil.id)).contact_persons?.find((one) => one.id === id),
    rules: { add: NewContactPersonForm, change: ContactPersonChange },
    invalidates: CHANGED_BY_FAMILIES,
    ...memory,
  })
  const add = useCall(familyEndpoints.addContactPerson, edit.calls)
  const change = useCall(familyEndpoints.changeContactPerson, edit.calls)
  return (
    <RecordDialog
      title={person ? `${fullName(person)} bearbeiten` : `Kontaktperson für ${fullName(pupil)}`}
      action={person ? 'Übernehmen' : 'Eintragen'}
      edit={edit}
      focus="firstname"
      onAdd={(body, idempotencyKey) => add.run({ params: { id: pupil.id }, body, idempotencyKey })}
      onChange={({ id, version }, changes) =>
        change.run({ params: { id: pupil.id, contact_id: id }, body: { ...changes, version } })
      }
      isRunning={add.isRunning || change.isRunning}
      onGone={onGone}
    />
  )
}
