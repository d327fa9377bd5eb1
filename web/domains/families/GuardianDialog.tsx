import { Button, Modal, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useRef, useState } from 'react'
import {
  familyEndpoints,
  GuardianChange,
  LinkGuardianForm as LinkSchema,
  NewGuardianForm,
  zipFaults,
} from '#contract/families/families.change.ts'
import type { PupilGuardian } from '#contract/families/families.ts'
import { GuardianPerson } from '#contract/families/guardian.record.ts'
import { fullName } from '#contract/person-names.ts'
import { useCall } from '#web/api/queries.ts'
import { RestrictButtonWidget } from '#web/domains/restrictions/RestrictButtonWidget.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { EditForm } from '#web/forms/EditForm.tsx'
import type { InputOf } from '#web/forms/EditFrame.tsx'
import { type FieldValues, type FormField, fieldsIn, inputsOf } from '#web/forms/fields.ts'
import { type Edit, type Memory, saverOf, useEdit } from '#web/forms/use-edit.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import classes from './Families.module.css'
import { CHANGED_BY_FAMILIES, type FamilyPupil, loadFamilyAnew } from './family-queries.ts'
import { alsoForText } from './family-texts.ts'
import { childrenOf, GuardianPicker, type PickedGuardian } from './GuardianPicker.tsx'
import { COLUMNS, GuardianRelationField, RELATION_FIELDS } from './GuardianRelationField.tsx'
import { SameGuardianWidget } from './SameGuardianWidget.tsx'

const NAME = ['firstname', 'lastname', 'salutation', 'title'] as const
const REACH = ['phone_mobile', 'phone_home', 'phone_work', 'mail', 'interpreter_language'] as const
const ADDRESS = ['street', 'house_number', 'zip', 'city', 'address_extra', 'country'] as const

const withLook = (field: FormField): FormField => {
  if (field.key === 'zip') return { ...field, inputMode: 'numeric' }
  return field.kind === 'choice' ? { ...field, isList: true } : field
}

const FIELDS = [
  ...fieldsIn(GuardianPerson, [...NAME, ...REACH]).map(withLook),
  ...RELATION_FIELDS,
  ...fieldsIn(GuardianPerson, ADDRESS).map(withLook),
]

const valuesOf = (guardian: PupilGuardian | undefined) =>
  inputsOf(FIELDS, guardian && { ...guardian, ...guardian.address, country: guardian.address?.country || 'DE' })

/** By what the person may be found among those on record. */
const typedPerson = (values: FieldValues) => {
  const text = (key: string) => String(values[key] ?? '')
  const phones = ['phone_mobile', 'phone_home', 'phone_work'].map(text)
  return { firstname: text('firstname'), lastname: text('lastname'), phones, mail: text('mail') }
}

/** Guardians who are there already are not offered again. */
const presentIn = ({ guardians = [] }: FamilyPupil) => guardians.map(({ guardian_id }) => guardian_id)

interface GuardianFieldsProps {
  pupil: FamilyPupil
  guardian: PupilGuardian | undefined
  edit: Pick<Edit<unknown, unknown, unknown>, 'values' | 'set'>
  inputOf: InputOf
  onPick: (person: PickedGuardian) => void
}

/** All that is known of a guardian; what belongs to the person counts for the siblings as well. */
const GuardianFields = ({ pupil, guardian, edit, inputOf, onPick }: GuardianFieldsProps) => {
  const shared = guardian ? alsoForText(guardian) : []
  const grid = (keys: readonly string[]) => (
    <SimpleGrid cols={COLUMNS} spacing="md">
      {keys.map((key) => inputOf(key))}
    </SimpleGrid>
  )
  return (
    <>
      {shared.length > 0 && (
        <p className={classes.shared}>
          Name, Telefonnummern, E-Mail und Anschrift gelten auch bei {shared.join(', ')}.
        </p>
      )}
      <div>
        {grid(NAME)}
        {!guardian && (
          <SameGuardianWidget person={typedPerson(edit.values)} without={presentIn(pupil)} onPick={onPick} />
        )}
      </div>
      <Title order={3}>Erreichbar</Title>
      {grid(REACH)}
      <Title order={3}>Für {pupil.firstname}</Title>
      <GuardianRelationField edit={edit} inputOf={inputOf} />
      <Title order={3}>Anschrift</Title>
      <p className={`sh-quiet sh-small ${classes.hint}`}>
        {edit.values.lives_with_pupil
          ? 'Bleibt leer, wenn es die Anschrift des Kindes ist.'
          : 'Lehrkräfte sehen diese Anschrift nicht.'}
      </p>
      {grid(ADDRESS)}
    </>
  )
}

interface LinkGuardianFormProps {
  pupil: FamilyPupil
  picked: PickedGuardian
  onBack: () => void
  close: () => void
}

/** Somebody who is on record already, for this child too: only what they are for it is asked. */
const LinkGuardianForm = ({ pupil, picked, onBack, close }: LinkGuardianFormProps) => {
  const edit = useEdit({
    fields: RELATION_FIELDS,
    loaded: undefined,
    loadAnew: async () => undefined,
    rules: { add: LinkSchema },
    invalidates: CHANGED_BY_FAMILIES,
  })
  const { run, isRunning } = useCall(familyEndpoints.linkGuardian, edit.calls)
  const params = { id: pupil.id, guardian_id: picked.guardian_id }
  const saver = saverOf(edit, {
    onAdd: (body, idempotencyKey) => run({ params, body, idempotencyKey }),
    isRunning,
    close,
  })
  return (
    <EditForm
      edit={edit}
      {...saver}
      arrange={(inputOf) => (
        <>
          <Text>
            <strong>{picked.fullname}</strong>
            {picked.mail && `, ${picked.mail}`}
            {picked.pupils.length > 0 && <> ist schon eingetragen {childrenOf(picked)}.</>} Name, Telefonnummern, E-Mail
            und Anschrift gelten für alle Kinder gemeinsam.
          </Text>
          <GuardianRelationField edit={edit} inputOf={inputOf} />
        </>
      )}
      foot={
        <ButtonRow isFoot>
          <Button variant="default" onClick={onBack}>
            Zurück
          </Button>
          <ActionButton type="submit" isRunning={isRunning}>
            Eintragen
          </ActionButton>
        </ButtonRow>
      }
    />
  )
}

interface GuardianDialogProps extends Memory<PupilGuardian> {
  pupil: FamilyPupil
  /** Missing: somebody new. */
  guardian?: PupilGuardian | undefined
  /** The field that a link has led to. */
  focus?: 'mail' | undefined
  /** Custody is another one now. */
  onCustody: () => void
  onGone: () => void
}

/** A guardian of a child: somebody new, somebody of a sibling, or what is known of one (domain §1.7). */
export const GuardianDialog = ({ pupil, guardian, focus, onCustody, onGone, ...memory }: GuardianDialogProps) => {
  const [picked, setPicked] = useState<PickedGuardian>()
  const hasOtherCustody = useRef(false)
  const edit = useEdit({
    fields: FIELDS,
    loaded: guardian,
    valuesOf,
    loadAnew: async ({ guardian_id }) =>
      (await loadFamilyAnew(pupil.id)).guardians?.find((one) => one.guardian_id === guardian_id),
    rules: { add: NewGuardianForm, change: GuardianChange },
    faultsOf: zipFaults,
    invalidates: CHANGED_BY_FAMILIES,
    ...memory,
  })
  const add = useCall(familyEndpoints.addGuardian, edit.calls)
  const change = useCall(familyEndpoints.changeGuardian, edit.calls)
  const isRunning = add.isRunning || change.isRunning
  const { close, leave, modal } = useLeavableDialog(edit.isDirty || picked !== undefined, onGone)
  const saver = saverOf(edit, {
    onAdd: (body, idempotencyKey) => add.run({ params: { id: pupil.id }, body, idempotencyKey }),
    onChange: async ({ guardian_id, version, relation_version }, changes) => {
      const body = { ...changes, version, relation_version }
      const reply = await change.run({ params: { id: pupil.id, guardian_id }, body })
      hasOtherCustody.current = reply !== undefined && 'has_custody' in changes
      return reply
    },
    isRunning,
    close: () => {
      close()
      if (hasOtherCustody.current) onCustody()
    },
  })
  const pick = (person: PickedGuardian) => {
    edit.fillIn(edit.before)
    edit.forgetErrors()
    setPicked(person)
  }
  return (
    <Modal
      {...modal}
      size={720}
      title={guardian ? `${fullName(guardian)} bearbeiten` : `Sorgeberechtigte Person für ${fullName(pupil)}`}
    >
      {picked ? (
        <LinkGuardianForm pupil={pupil} picked={picked} onBack={() => setPicked(undefined)} close={close} />
      ) : (
        <Stack gap="md">
          {!guardian && (
            <GuardianPicker
              label="Schon bei einem anderen Kind eingetragen? Hier suchen"
              without={presentIn(pupil)}
              onPick={pick}
            />
          )}
          <EditForm
            edit={edit}
            {...saver}
            focus={focus ?? 'firstname'}
            arrange={(inputOf) => (
              <GuardianFields pupil={pupil} guardian={guardian} edit={edit} inputOf={inputOf} onPick={pick} />
            )}
            foot={
              <DialogButtonRow
                action={guardian ? 'Übernehmen' : 'Eintragen'}
                isRunning={isRunning}
                onLeave={() => void leave()}
                isComparing={edit.conflict !== undefined}
              />
            }
          />
          {guardian && (
            <div>
              <RestrictButtonWidget
                subject="guardian"
                id={guardian.guardian_id}
                name={fullName(guardian)}
                onChanged={close}
              />
            </div>
          )}
        </Stack>
      )}
    </Modal>
  )
}
