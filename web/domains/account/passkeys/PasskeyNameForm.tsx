import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { PasskeyName } from '#contract/account/account.passkeys.forms.ts'
import { type Passkey, passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { useCall } from '#web/api/queries.ts'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useFocusOnError } from '#web/forms/use-focus-on-error.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'

const FIELD = 'passkey-name'

interface PasskeyNameFormProps {
  passkey: Passkey
  onDone: (reply: { message: string }) => void
  onCancel: () => void
}

/** Renames a passkey, so that its owner recognises the device. */
export const PasskeyNameForm = ({ passkey, onDone, onCancel }: PasskeyNameFormProps) => {
  const { form, attempt, onSubmit, refuse } = useCheckedForm(PasskeyName, { name: passkey.name })
  const rename = useCall(passkeyEndpoints.rename, { onFieldErrors: refuse, invalidates: [passkeyEndpoints.list] })
  const submit = onSubmit(async ({ name }) => {
    const reply = await rename.run({ params: { id: passkey.id }, body: { name } })
    if (reply) onDone(reply)
  })
  useEffect(() => focusField(FIELD), [])
  return (
    <form onSubmit={submit} ref={useFocusOnError(attempt)} noValidate>
      <Stack gap="md">
        <TextInput
          id={FIELD}
          label="Name des Passkeys"
          description="Zum Beispiel das Gerät, auf dem er liegt"
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Abbrechen
          </Button>
          <ActionButton type="submit" isRunning={rename.isRunning}>
            Speichern
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
