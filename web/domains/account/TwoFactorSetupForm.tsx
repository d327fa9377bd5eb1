import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { CodeForm, twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import type { Reply } from '#web/api/client.ts'
import { useCall } from '#web/api/queries.ts'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useFocusOnError } from '#web/forms/use-focus-on-error.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import classes from './account.module.css'

type Begun = Reply<typeof twoFactorEndpoints.begin>

const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

const KeyForApp = ({ secret, otpauth_url: address, qr_svg: picture }: Begun) => (
  <>
    <Text>
      Öffnen Sie auf Ihrem Telefon eine App für Anmeldecodes, zum Beispiel FreeOTP, Aegis oder einen Passwortmanager,
      und lesen Sie dieses Bild ein:
    </Text>
    <img
      className={classes.qr}
      src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
      alt="QR-Code mit dem Schlüssel für die App"
    />
    <div>
      <Text>Oder tippen Sie den Schlüssel in die App ein:</Text>
      <Group gap="sm">
        <span className={`sh-breaks ${classes.secret}`}>{inFours(secret)}</span>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void copyText({ text: secret, done: 'Der Schlüssel ist kopiert.', label: 'Schlüssel' })}
        >
          Schlüssel kopieren
        </Button>
      </Group>
    </div>
    <Anchor href={address}>In einer App auf diesem Gerät öffnen</Anchor>
  </>
)

interface TwoFactorSetupFormProps {
  begun: Begun
  onDone: (codes: readonly string[]) => void
  onCancel: () => void
}

/** The key goes into the app; a first code from there proves that it did. */
export const TwoFactorSetupForm = ({ begun, onDone, onCancel }: TwoFactorSetupFormProps) => {
  const title = useRef<HTMLHeadingElement>(null)
  const { form, attempt, onSubmit, refuse } = useCheckedForm(CodeForm, { code: '' })
  const confirm = useCall(twoFactorEndpoints.confirm, {
    onFieldErrors: refuse,
    // With the second factor come the rights that a school gives only then.
    invalidates: [twoFactorEndpoints.state, passkeyEndpoints.list, accountEndpoints.basedata, sessionEndpoints.list],
  })
  const submit = onSubmit(async ({ code }) => {
    const reply = await confirm.run({ body: { code } })
    if (reply) onDone(reply.recovery_codes)
  })
  useEffect(() => title.current?.focus(), [])
  return (
    <form onSubmit={submit} ref={useFocusOnError(attempt)} noValidate>
      <Stack gap="md">
        <Title order={3} ref={title} tabIndex={-1}>
          Schlüssel in die App übertragen
        </Title>
        <KeyForApp {...begun} />
        <TextInput
          id="two-factor-code"
          label="Code aus der App"
          description="Sechs Ziffern, die alle 30 Sekunden wechseln"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Abbrechen
          </Button>
          <ActionButton type="submit" isRunning={confirm.isRunning}>
            Einschalten
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
