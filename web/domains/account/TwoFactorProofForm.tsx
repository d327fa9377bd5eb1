import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { PasswordProof, twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import type { Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { SecretField } from '#web/forms/SecretField.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useFocusOnError } from '#web/forms/use-focus-on-error.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'

const FIELD = 'two-factor-password'

const { begin, renewCodes, disable, state } = twoFactorEndpoints

/** The changes of the second factor that ask for the password once more. */
export const PROOFS = {
  begin: {
    endpoint: begin,
    text: 'Zum Einrichten bestätigen Sie bitte Ihr Passwort.',
    submitText: 'Weiter',
    color: 'brand',
    invalidates: [],
  },
  renew: {
    endpoint: renewCodes,
    text: 'Die bisherigen Wiederherstellungscodes gelten danach nicht mehr.',
    submitText: 'Neue Codes erzeugen',
    color: 'brand',
    invalidates: [state],
  },
  disable: {
    endpoint: disable,
    text: 'Danach genügt zur Anmeldung wieder das Passwort. Die Wiederherstellungscodes gelten nicht mehr.',
    submitText: 'Ausschalten',
    color: 'red',
    invalidates: [state, sessionEndpoints.list],
  },
} as const

type Proof = (typeof PROOFS)[keyof typeof PROOFS]

interface TwoFactorProofFormProps<P extends Proof> {
  proof: P
  onDone: (reply: Reply<P['endpoint']>) => void
  onCancel: () => void
}

export const TwoFactorProofForm = <P extends Proof>({ proof, onDone, onCancel }: TwoFactorProofFormProps<P>) => {
  const { endpoint, text, submitText, color, invalidates }: Proof = proof
  const { form, attempt, onSubmit, refuse } = useCheckedForm(PasswordProof, { password: '' })
  const { run, isRunning } = useCall<Proof['endpoint']>(endpoint, { onFieldErrors: refuse, invalidates })
  const submit = onSubmit(async ({ password }) => {
    const reply = await run({ body: { password } })
    if (reply) onDone(reply as Reply<P['endpoint']>)
  })
  useEffect(() => focusField(FIELD), [])
  return (
    <form onSubmit={submit} ref={useFocusOnError(attempt)} noValidate>
      <Stack gap="md">
        <Text>{text}</Text>
        <SecretField
          id={FIELD}
          label="Ihr Passwort"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Abbrechen
          </Button>
          <ActionButton type="submit" color={color} isRunning={isRunning}>
            {submitText}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
