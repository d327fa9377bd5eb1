import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { sessionEndpoints } from '#contract/account.sessions.ts'
import { PasswordProof, twoFactorEndpoints } from '#contract/account.two-factor.ts'
import type { Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { SecretField } from '#web/ui/SecretField.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'
import { useFocusOnError } from '#web/ui/use-focus-on-error.ts'

interface StepProps<T> {
  onDone: (reply: T) => void
  onCancel: () => void
}

const FIELD = 'two-factor-password'

interface ProofFieldsProps {
  proof: ReturnType<typeof useProof>
  text: string
  submitText: string
  color?: string
  isRunning: boolean
  onSend: (password: string) => Promise<void>
  onCancel: () => void
}

const useProof = () => useCheckedForm(PasswordProof, { password: '' })

/** Each change of the second factor asks for the password once more. */
const ProofFields = ({ proof, text, submitText, color = 'brand', isRunning, onSend, onCancel }: ProofFieldsProps) => {
  const { form, attempt, onSubmit } = proof
  useEffect(() => focusField(FIELD), [])
  return (
    <form onSubmit={onSubmit(({ password }) => onSend(password))} ref={useFocusOnError(attempt)} noValidate>
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

export const BeginTwoFactorForm = ({ onDone, onCancel }: StepProps<Reply<typeof twoFactorEndpoints.begin>>) => {
  const proof = useProof()
  const { run, isRunning } = useCall(twoFactorEndpoints.begin, { onFieldErrors: proof.refuse })
  const send = async (password: string) => {
    const reply = await run({ body: { password } })
    if (reply) onDone(reply)
  }
  return (
    <ProofFields
      proof={proof}
      text="Zum Einrichten bestätigen Sie bitte Ihr Passwort."
      submitText="Weiter"
      isRunning={isRunning}
      onSend={send}
      onCancel={onCancel}
    />
  )
}

export const RenewCodesForm = ({ onDone, onCancel }: StepProps<Reply<typeof twoFactorEndpoints.renewCodes>>) => {
  const proof = useProof()
  const { run, isRunning } = useCall(twoFactorEndpoints.renewCodes, {
    onFieldErrors: proof.refuse,
    invalidates: [twoFactorEndpoints.state],
  })
  const send = async (password: string) => {
    const reply = await run({ body: { password } })
    if (reply) onDone(reply)
  }
  return (
    <ProofFields
      proof={proof}
      text="Die bisherigen Wiederherstellungscodes gelten danach nicht mehr."
      submitText="Neue Codes erzeugen"
      isRunning={isRunning}
      onSend={send}
      onCancel={onCancel}
    />
  )
}

export const DisableTwoFactorForm = ({ onDone, onCancel }: StepProps<Reply<typeof twoFactorEndpoints.disable>>) => {
  const proof = useProof()
  const { run, isRunning } = useCall(twoFactorEndpoints.disable, {
    onFieldErrors: proof.refuse,
    invalidates: [twoFactorEndpoints.state, sessionEndpoints.list],
  })
  const send = async (password: string) => {
    const reply = await run({ body: { password } })
    if (reply) onDone(reply)
  }
  return (
    <ProofFields
      proof={proof}
      text="Danach genügt zur Anmeldung wieder das Passwort. Die Wiederherstellungscodes gelten nicht mehr."
      submitText="Ausschalten"
      color="red"
      isRunning={isRunning}
      onSend={send}
      onCancel={onCancel}
    />
  )
}
