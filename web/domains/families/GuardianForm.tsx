import { Select, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { SIGN_LANGUAGE } from '#contract/families/families.change.ts'
import { GUARDIAN_SALUTATION_LABELS, GUARDIAN_SALUTATIONS } from '#contract/families/families.ts'
import { BothTakenCard } from '#web/forms/BothTakenCard.tsx'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { CountryField } from '#web/forms/CountryField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { LanguageField } from '#web/forms/LanguageField.tsx'
import classes from './Families.module.css'
import { alsoForText, interpreterName } from './family-texts.ts'
import type { PickedGuardian } from './GuardianPicker.tsx'
import { type GuardianFieldProps, GuardianRelationField } from './GuardianRelationField.tsx'
import { addressText, GUARDIAN_LABELS, type GuardianField, guardianConflict, typedPerson } from './guardian-form.ts'
import { SameGuardianWidget } from './SameGuardianWidget.tsx'
import { type GuardianFormProps, useGuardianForm } from './use-guardian-form.ts'

const SALUTATION_OPTIONS = GUARDIAN_SALUTATIONS.map((value) => ({ value, label: GUARDIAN_SALUTATION_LABELS[value] }))
const COLUMNS = { base: 1, sm: 2 }
const SIGNED = [{ value: SIGN_LANGUAGE, label: interpreterName(SIGN_LANGUAGE) }]

/** What one field of the form needs; those that may stay empty say so. */
const fieldOf = (form: GuardianFieldProps['form'], key: GuardianField, isOptional = true) => ({
  id: key,
  label: isOptional ? `${GUARDIAN_LABELS[key]} (optional)` : GUARDIAN_LABELS[key],
  autoComplete: 'off',
  ...form.getInputProps(key),
})

const NameFields = ({ form }: GuardianFieldProps) => (
  <SimpleGrid cols={COLUMNS} spacing="md">
    <TextInput {...fieldOf(form, 'firstname', false)} data-autofocus />
    <TextInput {...fieldOf(form, 'lastname', false)} />
    <Select {...fieldOf(form, 'salutation', false)} data={SALUTATION_OPTIONS} allowDeselect={false} />
    <TextInput {...fieldOf(form, 'title')} />
  </SimpleGrid>
)

const ReachFields = ({ form }: GuardianFieldProps) => (
  <SimpleGrid cols={COLUMNS} spacing="md">
    <TextInput {...fieldOf(form, 'phone_mobile')} type="tel" inputMode="tel" />
    <TextInput {...fieldOf(form, 'phone_home')} type="tel" inputMode="tel" />
    <TextInput {...fieldOf(form, 'phone_work')} type="tel" inputMode="tel" />
    <TextInput {...fieldOf(form, 'mail')} type="email" inputMode="email" />
    <LanguageField
      id="interpreter_language"
      label={`${GUARDIAN_LABELS.interpreter_language} (optional)`}
      description="Sprache, in der ein Gespräch gedolmetscht werden soll."
      more={SIGNED}
      value={form.values.interpreter_language}
      onChange={(code) => form.setFieldValue('interpreter_language', code)}
      error={form.errors.interpreter_language}
    />
  </SimpleGrid>
)

const AddressFields = ({ form }: GuardianFieldProps) => (
  <>
    <p className={`sh-quiet sh-small ${classes.hint}`}>
      {form.values.lives_with_pupil
        ? 'Bleibt leer, wenn es die Anschrift des Kindes ist.'
        : 'Lehrkräfte sehen diese Anschrift nicht.'}
    </p>
    <SimpleGrid cols={COLUMNS} spacing="md">
      <TextInput {...fieldOf(form, 'street')} />
      <TextInput {...fieldOf(form, 'house_number')} />
      <TextInput {...fieldOf(form, 'zip')} inputMode="numeric" />
      <TextInput {...fieldOf(form, 'city')} />
      <TextInput {...fieldOf(form, 'address_extra')} />
      <CountryField
        id="country"
        label={GUARDIAN_LABELS.country}
        codes={2}
        isRequired
        value={form.values.country}
        onChange={(code) => form.setFieldValue('country', code)}
        error={form.errors.country}
      />
    </SimpleGrid>
  </>
)

interface Props extends GuardianFormProps {
  onPick: (person: PickedGuardian) => void
}

/** All that is known of a guardian; what belongs to the person counts for the siblings as well. */
export const GuardianForm = ({ onPick, ...props }: Props) => {
  const { pupil, guardian, leave } = props
  const { form, attempt, submit, isRunning, conflict, merged, ...answer } = useGuardianForm(props)
  const shared = guardian ? alsoForText(guardian) : []
  const present = (pupil.guardians ?? []).map(({ guardian_id }) => guardian_id)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <ErrorSummary errors={form.errors} labels={GUARDIAN_LABELS} attempt={attempt} />
        {shared.length > 0 && (
          <p className={classes.shared}>
            Name, Telefonnummern, E-Mail und Anschrift gelten auch bei {shared.join(', ')}.
          </p>
        )}
        <div>
          <NameFields form={form} />
          {!guardian && <SameGuardianWidget person={typedPerson(form.values)} without={present} onPick={onPick} />}
        </div>
        <Title order={3}>Erreichbar</Title>
        <ReachFields form={form} />
        <Title order={3}>Für {pupil.firstname}</Title>
        <GuardianRelationField form={form} />
        <Title order={3}>Anschrift</Title>
        <AddressFields form={form} />
        {conflict && (
          <ConflictCard
            text={conflict.text}
            lines={guardianConflict({ ...conflict, mine: form.values })}
            both={merged && { text: addressText(merged), onTake: answer.takeMerged }}
            onKeepMine={answer.keepMine}
            onTakeTheirs={answer.takeTheirs}
          />
        )}
        {answer.hasTakenBoth && <BothTakenCard />}
      </Stack>
      <DialogButtonRow
        action={guardian ? 'Übernehmen' : 'Eintragen'}
        isRunning={isRunning}
        onLeave={leave}
        isComparing={conflict !== undefined}
      />
    </form>
  )
}
