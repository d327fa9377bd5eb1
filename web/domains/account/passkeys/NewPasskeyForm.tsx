import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import type { Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'

interface NewPasskeyFormProps {
  request: Reply<typeof passkeyEndpoints.begin>
  onDone: (reply: Reply<typeof passkeyEndpoints.add>) => void
  onCancel: () => void
}

const makeOnDevice = (request: NewPasskeyFormProps['request']) =>
  import('./ask-device.ts').then((device) => device.makePasskey(request))

/** The password was right: now the browser asks for a device and makes the passkey. */
export const NewPasskeyForm = ({ request, onDone, onCancel }: NewPasskeyFormProps) => {
  const [refusal, setRefusal] = useState<string>()
  const [isWaiting, setWaiting] = useState(false)
  const box = useRef<HTMLParagraphElement>(null)
  const add = useCall(passkeyEndpoints.add, {
    // With the second factor come the rights that a school gives only then.
    invalidates: [passkeyEndpoints.list, twoFactorEndpoints.state, accountEndpoints.basedata, sessionEndpoints.list],
    onFailure: ({ message }) => setRefusal(message),
  })
  const make = async () => {
    setRefusal(undefined)
    setWaiting(true)
    try {
      const answer = await makeOnDevice(request)
      const reply = await add.run({ body: { answer } })
      if (reply) onDone(reply)
    } catch (failure) {
      setRefusal(failure instanceof Error ? failure.message : '')
    } finally {
      setWaiting(false)
    }
  }
  useEffect(() => box.current?.focus(), [])
  return (
    <Stack gap="md">
      <Text ref={box} tabIndex={-1}>
        Ihr Browser fragt gleich, wo der Passkey liegen soll: auf diesem Gerät, auf Ihrem Telefon, in Ihrem
        Passwortmanager oder auf einem Sicherheitsschlüssel.
      </Text>
      {refusal && (
        <Alert color="red" role="alert" icon={<CircleAlert size={20} aria-hidden />}>
          {refusal}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Abbrechen
        </Button>
        <ActionButton isRunning={isWaiting} onClick={() => void make()}>
          Passkey anlegen
        </ActionButton>
      </Group>
    </Stack>
  )
}
