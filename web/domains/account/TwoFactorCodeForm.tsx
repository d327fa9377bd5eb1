import { useEffect, useState } from 'react'
import { accountEndpoints, CHALLENGE_OVER } from '#contract/account/account.ts'
import { ApiFailure, call, hasFieldErrors } from '#web/api/client.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { useVisitorForm } from './use-visitor-form.ts'

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

const CodeEntryForm = ({
  kind,
  onOther,
  onDone,
  onBack,
}: TwoFactorCodeFormProps & { kind: Kind; onOther: () => void }) => {
  const { label, hint, other, input, rules } = KINDS[kind]
  const form = useVisitorForm<Record<string, string>>({
    initial: { [kind]: '' },
    schema: rules,
    send: async (values) => {
      const body = { [kind]: String(values[kind]).replace(/\s/g, '') }
      const reply = await call(accountEndpoints.answerTwoFactor, { body })
      return () => onDone(reply.recovery_codes_left)
    },
    onRefused: (failure) => {
      focusField(kind)
      if (isOver(failure)) {
        onBack(CHALLENGE_OVER)
        return true
      }
      form.change({ [kind]: '' })
      if (!hasFieldErrors(failure)) return false
      const [first = ''] = Object.values(failure.errors)
      form.refuse({ [kind]: failure.errors[kind] ?? first })
      return true
    },
  })
  useEffect(() => focusField(kind), [kind])
  return (
    <form noValidate onSubmit={form.submit}>
      <p>Ihr Passwort stimmt. Für dieses Konto gilt zusätzlich die Zwei-Faktor-Anmeldung.</p>
      <NativeTextField {...form.firstOf(kind)} label={label} hint={hint} {...input} />
      <ButtonRow>
        <NativeButton look="link" onClick={onOther}>
          {other}
        </NativeButton>
        <ButtonRow align="end">
          <NativeButton onClick={() => onBack()}>Zurück</NativeButton>
          <NativeButton type="submit" look="primary" isBusy={form.isRunning} disabled={form.mayNotSend}>
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
