import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { accountEndpoints, CHALLENGE_OVER } from '#contract/account.ts'
import { CodeForm, RecoveryCodeForm } from '#contract/account.two-factor.ts'
import { ApiFailure, call, type Reply } from '#web/api/client.ts'
import { explainFailure, hasFieldErrors } from '#web/api/errors.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { DEFAULT_WAIT_SECONDS, secondsText, useCountdown } from '#web/ui/use-countdown.ts'

type Kind = 'code' | 'recovery_code'

const KINDS = {
  code: {
    label: 'Code aus der App',
    hint: 'Bitte geben Sie den sechsstelligen Code ein, den Ihre App jetzt zeigt.',
    other: 'Wiederherstellungscode verwenden',
    check: schemaErrors(CodeForm),
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 9 },
  },
  recovery_code: {
    label: 'Wiederherstellungscode',
    hint: 'Bitte geben Sie einen der Codes ein, die Sie beim Einrichten aufbewahrt haben. Jeder gilt einmal.',
    other: 'Code aus der App verwenden',
    check: schemaErrors(RecoveryCodeForm),
    input: { inputMode: 'text', autoComplete: 'off', maxLength: 40 },
  },
} as const

interface TwoFactorCodeFormProps {
  /** With the recovery codes that are left, when one of them was used. */
  onDone: (codesLeft: number | null) => Promise<void>
  /** To the first step; with the reason when this login cannot be completed any more. */
  onBack: (reason?: string) => void
}

/** Not the code is wrong, the login itself is over: too slow or too often. */
const isOver = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure &&
  failure.status === 422 &&
  [failure.message, ...Object.values(failure.errors)].includes(CHALLENGE_OVER)

const useCodeEntry = ({ onDone, onBack }: TwoFactorCodeFormProps) => {
  const field = useRef<HTMLInputElement>(null)
  const wait = useCountdown()
  const [kind, setKind] = useState<Kind>('code')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isRunning, setRunning] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind is asked for in the same field
  useEffect(() => field.current?.focus(), [kind])

  const start = (next: Kind) => {
    setKind(next)
    setText('')
    setError(undefined)
  }
  const refuse = async (failure: unknown) => {
    field.current?.focus()
    if (isOver(failure)) return onBack(CHALLENGE_OVER)
    setText('')
    if (hasFieldErrors(failure)) return setError(failure.errors[kind] ?? Object.values(failure.errors)[0])
    if (failure instanceof ApiFailure && failure.status === 429)
      return wait.start(failure.retryAfter ?? DEFAULT_WAIT_SECONDS)
    await explainFailure(failure)
  }
  const send = async () => {
    if (isRunning || wait.secondsLeft > 0) return
    const wrong = KINDS[kind].check({ [kind]: text })[kind]
    setError(wrong)
    if (wrong) return field.current?.focus()
    setRunning(true)
    let reply: Reply<typeof accountEndpoints.answerTwoFactor>
    try {
      reply = await call(accountEndpoints.answerTwoFactor, { body: { [kind]: text.replace(/\s/g, '') } })
    } catch (failure) {
      setRunning(false)
      return refuse(failure)
    }
    await onDone(reply.recovery_codes_left)
  }
  return { field, kind, start, text, setText, error, isRunning, send, secondsToWait: wait.secondsLeft }
}

/** Second step: what the app shows, or one of the codes kept for the day the device is lost. */
export const TwoFactorCodeForm = (props: TwoFactorCodeFormProps) => {
  const { field, kind, start, text, setText, error, isRunning, send, secondsToWait } = useCodeEntry(props)
  const { label, hint, other, input } = KINDS[kind]
  const throttled = secondsToWait > 0 && `Zu viele Versuche. Bitte warten Sie ${secondsText(secondsToWait)}.`
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack gap="md">
        <Text>Ihr Passwort stimmt. Für dieses Konto gilt zusätzlich die Zwei-Faktor-Anmeldung.</Text>
        <TextInput
          ref={field}
          id={kind}
          label={label}
          description={hint}
          {...input}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={throttled || error}
        />
        <Group justify="space-between">
          <Button
            variant="subtle"
            size="md"
            px="xs"
            ml={-8}
            onClick={() => start(kind === 'code' ? 'recovery_code' : 'code')}
          >
            {other}
          </Button>
          <Group gap="sm">
            <Button variant="default" size="md" onClick={() => props.onBack()}>
              Zurück
            </Button>
            <ActionButton type="submit" size="md" isRunning={isRunning} disabled={secondsToWait > 0}>
              Login
            </ActionButton>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}
