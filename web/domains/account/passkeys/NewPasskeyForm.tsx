import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import type { Reply } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { deviceMessage, loadDevice } from './passkey-support.ts'

interface NewPasskeyFormProps {
  request: Reply<typeof passkeyEndpoints.begin>
  onDone: (reply: Reply<typeof passkeyEndpoints.add>) => void
  onCancel: () => void
}

/** The step after the password: the browser asks for a device and makes the passkey. */
export const NewPasskeyForm = ({ request, onDone, onCancel }: NewPasskeyFormProps) => {
  const [refusal, setRefusal] = useState<string>()
  const [isWaiting, setWaiting] = useState(false)
  const box = useRef<HTMLParagraphElement>(null)
  const add = useCall(passkeyEndpoints.add, {
    // A school may give some rights only to users with a second factor.
    invalidates: [passkeyEndpoints.list, twoFactorEndpoints.state, accountEndpoints.basedata, sessionEndpoints.list],
    onFailure: ({ message }) => setRefusal(message),
  })
  const make = async () => {
    setRefusal(undefined)
    setWaiting(true)
    try {
      const { makePasskey } = await loadDevice()
      const answer = await makePasskey(request)
      const reply = await add.run({ body: { answer } })
      if (reply) onDone(reply)
    } catch (failure) {
      const message = await deviceMessage(failure)
      if (message) setRefusal(message)
      else await explainFailure(failure)
    } finally {
      setWaiting(false)
    }
  }
  useEffect(() => box.current?.focus(), [])
  return (
    <Stack gap="md">
      <Text ref={box} tabIndex={-1}>
        Drücken Sie „Passkey anlegen“. Ihr Browser fragt dann, wo der Passkey liegen soll: auf diesem Gerät, auf Ihrem
        Telefon, in Ihrem Passwortmanager oder auf einem Sicherheitsschlüssel.
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
