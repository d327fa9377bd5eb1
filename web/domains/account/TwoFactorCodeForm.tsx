import { useEffect, useState } from 'react'
import { accountEndpoints, CHALLENGE_OVER } from '#contract/account/account.ts'
import { ApiFailure, call, hasFieldErrors, type Reply } from '#web/api/client.ts'
import { useVisit } from '#web/shell/visit.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { useFirstRefused, useNativeForm } from '#web/ui/native/use-native-form.ts'
import { DEFAULT_WAIT_SECONDS, useCountdown } from '#web/ui/use-countdown.ts'
import { throttleText } from './throttle-text.ts'

type Kind = 'code' | 'recovery_code'

const KINDS = {
  code: {
    label: 'Code aus der App',
    hint: 'Bitte geben Sie den sechsstelligen Code ein, den Ihre App jetzt zeigt.',
    other: 'Wiederherstellungscode verwenden',
    rules: () => import('#contract/account/account.two-factor.ts').then(({ CodeForm }) => CodeForm),
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery_code: {
    label: 'Wiederherstellungscode',
    hint: 'Bitte geben Sie einen der Codes ein, die Sie beim Einrichten aufbewahrt haben. Jeder gilt einmal.',
    other: 'Code aus der App verwenden',
    rules: () => import('#contract/account/account.two-factor.ts').then(({ RecoveryCodeForm }) => RecoveryCodeForm),
    input: { inputMode: 'text', autoComplete: 'off' },
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

const useCodeEntry = ({ kind, onDone, onBack }: TwoFactorCodeFormProps & { kind: Kind }) => {
  const { explain } = useVisit()
  const wait = useCountdown()
  const form = useNativeForm({ initial: { [kind]: '' }, schema: KINDS[kind].rules })
  useFirstRefused(form.attempt)
  useEffect(() => focusField(kind), [kind])

  const refuse = async (failure: unknown) => {
    focusField(kind)
    if (isOver(failure)) return onBack(CHALLENGE_OVER)
    form.change({ [kind]: '' })
    if (hasFieldErrors(failure)) {
      const [first = ''] = Object.values(failure.errors)
      return form.refuse({ [kind]: failure.errors[kind] ?? first })
    }
    if (failure instanceof ApiFailure && failure.status === 429)
      return wait.start(failure.retryAfter ?? DEFAULT_WAIT_SECONDS)
    await explain(failure)
  }
  const send = form.onSubmit(async (values) => {
    if (wait.secondsLeft > 0) return
    let reply: Reply<typeof accountEndpoints.answerTwoFactor>
    try {
      reply = await call(accountEndpoints.answerTwoFactor, {
        body: { [kind]: String(values[kind]).replace(/\s/g, '') },
      })
    } catch (failure) {
      return refuse(failure)
    }
    await onDone(reply.recovery_codes_left)
  })
  return { form, send, secondsToWait: wait.secondsLeft }
}

interface CodeEntryFormProps extends TwoFactorCodeFormProps {
  kind: Kind
  onOther: () => void
}

const CodeEntryForm = ({ kind, onOther, ...ways }: CodeEntryFormProps) => {
  const { form, send, secondsToWait } = useCodeEntry({ kind, ...ways })
  const { label, hint, other, input } = KINDS[kind]
  const code = form.textOf(kind)
  return (
    <form noValidate onSubmit={send}>
      <p>Ihr Passwort stimmt. Für dieses Konto gilt zusätzlich die Zwei-Faktor-Anmeldung.</p>
      <NativeTextField
        {...code}
        error={throttleText(secondsToWait) ?? code.error}
        label={label}
        hint={hint}
        {...input}
      />
      <ButtonRow>
        <NativeButton look="link" onClick={onOther}>
          {other}
        </NativeButton>
        <ButtonRow align="end">
          <NativeButton onClick={() => ways.onBack()}>Zurück</NativeButton>
          <NativeButton type="submit" look="primary" isBusy={form.isRunning} disabled={secondsToWait > 0}>
            Login
          </NativeButton>
        </ButtonRow>
      </ButtonRow>
    </form>
  )
}

/** Second step: what the app shows, or one of the codes kept for the day the device is lost. */
export const TwoFactorCodeForm = (props: TwoFactorCodeFormProps) => {
  const [kind, setKind] = useState<Kind>('code')
  const change = () => setKind(kind === 'code' ? 'recovery_code' : 'code')
  return <CodeEntryForm key={kind} kind={kind} onOther={change} {...props} />
}
