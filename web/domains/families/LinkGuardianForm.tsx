import { Button, Stack, Text } from '@mantine/core'
import { familyEndpoints, LinkGuardianForm as LinkSchema } from '#contract/families/families.change.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { CHANGED_BY_FAMILIES, type FamilyPupil } from './family-queries.ts'
import { childrenOf, type PickedGuardian } from './GuardianPicker.tsx'
import { GuardianRelationField } from './GuardianRelationField.tsx'
import { GUARDIAN_LABELS, type GuardianValues, NO_GUARDIAN } from './guardian-form.ts'

interface LinkGuardianFormProps {
  pupil: FamilyPupil
  picked: PickedGuardian
  onBack: () => void
  close: () => void
}

/** Somebody who is on record already, for this child too: only what they are for it is asked. */
export const LinkGuardianForm = ({ pupil, picked, onBack, close }: LinkGuardianFormProps) => {
  const { form, attempt, onSubmit, refuse } = useCheckedForm<GuardianValues>(LinkSchema, NO_GUARDIAN)
  const keyFor = useSendKey()
  const { run, isRunning } = useCall(familyEndpoints.linkGuardian, {
    invalidates: CHANGED_BY_FAMILIES,
    onFieldErrors: refuse,
  })
  const save = async (values: GuardianValues) => {
    const body = LinkSchema.parse(values)
    const params = { id: pupil.id, guardian_id: picked.guardian_id }
    const reply = await run({ params, body, idempotencyKey: keyFor([params, body]) })
    if (!reply) return
    close()
    notify(reply.message)
  }
  return (
    <form onSubmit={onSubmit(save)} noValidate>
      <Stack gap="md">
        <ErrorSummary errors={form.errors} labels={GUARDIAN_LABELS} attempt={attempt} />
        <Text>
          <strong>{picked.fullname}</strong>
          {picked.mail && `, ${picked.mail}`}
          {picked.pupils.length > 0 && <> ist schon eingetragen {childrenOf(picked)}.</>} Name, Telefonnummern, E-Mail
          und Anschrift gelten für alle Kinder gemeinsam.
        </Text>
        <GuardianRelationField form={form} />
      </Stack>
      <ButtonRow isFoot>
        <Button variant="default" onClick={onBack}>
          Zurück
        </Button>
        <ActionButton type="submit" isRunning={isRunning}>
          Eintragen
        </ActionButton>
      </ButtonRow>
    </form>
  )
}
