import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { PasswordProof } from '#contract/account/account.two-factor.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { InputArgs, Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { SecretField } from '#web/forms/SecretField.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useFocusOnError } from '#web/forms/use-focus-on-error.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'

const FIELD = 'proof-password'

/** A change of how this account is signed in to, which asks for the password once more. */
export interface Proof<E extends Endpoint> {
  endpoint: E
  text: string
  submitText: string
  color: 'brand' | 'red'
  invalidates: readonly Pick<Endpoint, 'method' | 'path'>[]
}

interface PasswordProofFormProps<E extends Endpoint> {
  proof: Proof<E>
  /** Parameters and body of the call besides the password. */
  more?: { params?: object; body?: object }
  onDone: (reply: Reply<E>) => void
  onCancel: () => void
}

/** Asks for the password once more and then makes the change. */
export const PasswordProofForm = <E extends Endpoint>(props: PasswordProofFormProps<E>) => {
  const { proof, more = {}, onDone, onCancel } = props
  const { endpoint, text, submitText, color, invalidates } = proof
  const { form, attempt, onSubmit, refuse } = useCheckedForm(PasswordProof, { password: '' })
  const { run, isRunning } = useCall(endpoint, { onFieldErrors: refuse, invalidates })
  const submit = onSubmit(async ({ password }) => {
    const input = { ...more, body: { ...more.body, password } }
    const reply = await run(...([input] as unknown as InputArgs<E>))
    if (reply) onDone(reply)
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
