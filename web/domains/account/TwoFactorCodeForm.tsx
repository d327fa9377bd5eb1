import { type ReactNode, useEffect, useState } from 'react'
import { accountEndpoints, CHALLENGE_OVER, type LoginReply } from '#contract/account/account.ts'
import { ApiFailure, call, hasFieldErrors } from '#web/api/client.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { PasskeyProofForm } from './passkeys/PasskeyProofForm.tsx'
import { useVisitorForm } from './use-visitor-form.ts'

type Kind = 'code' | 'recovery_code'

/** The ways in which the second step can be answered. */
export type SecondStep = Pick<LoginReply, 'has_app' | 'passkey'>

const KINDS = {
  code: {
    label: 'Code aus der App',
    hint: 'Bitte geben Sie den sechsstelligen Code ein, den Ihre App jetzt zeigt.',
    rules: () => import('#contract/account/account.two-factor.ts').then(({ CodeForm }) => CodeForm),
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery_code: {
    label: 'Wiederherstellungscode',
    hint: 'Bitte geben Sie einen der Codes ein, die Sie beim Einrichten aufbewahrt haben. Jeder gilt einmal.',
    rules: () => import('#contract/account/account.two-factor.ts').then(({ RecoveryCodeForm }) => RecoveryCodeForm),
    input: { inputMode: 'text', autoComplete: 'off' },
  },
} as const

/** How each way is offered while another is open. */
const OFFERS = {
  code: 'Code aus der App verwenden',
  passkey: 'Passkey verwenden',
  recovery_code: 'Wiederherstellungscode verwenden',
}

interface TwoFactorCodeFormProps {
  /** Says that the first step is done. */
  proved: string
  /** Gets the number of recovery codes that are left, if one of them was used. */
  onDone: (codesLeft: number | null) => Promise<void>
  /** Leads back to the first step, with the reason if this login cannot be completed any more. */
  onBack: (reason?: string) => void
}

/** Whether the login itself is over, because it took too long or too many codes were wrong. */
const isOver = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure &&
  failure.status === 422 &&
  [failure.message, ...Object.values(failure.errors)].includes(CHALLENGE_OVER)

const CodeEntryForm = ({
  proved,
  kind,
  others,
  onDone,
  onBack,
}: TwoFactorCodeFormProps & { kind: Kind; others: ReactNode }) => {
  const { label, hint, input, rules } = KINDS[kind]
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
      <p>{proved} Für dieses Konto gilt zusätzlich die Zwei-Faktor-Anmeldung.</p>
      <NativeTextField {...form.firstOf(kind)} label={label} hint={hint} {...input} />
      <ButtonRow>
        <ButtonRow>{others}</ButtonRow>
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

const waysOf = ({ has_app, passkey }: SecondStep) => [
  ...(has_app ? (['code'] as const) : []),
  ...(passkey ? (['passkey'] as const) : []),
  'recovery_code' as const,
]

/** The second step of a login: the code that the app shows, a passkey, or one of the recovery codes for a lost device. */
export const TwoFactorCodeForm = ({ step, ...props }: TwoFactorCodeFormProps & { step: SecondStep }) => {
  const ways = waysOf(step)
  const [way, setWay] = useState(ways[0])
  const others = ways
    .filter((other) => other !== way)
    .map((other) => (
      <NativeButton key={other} look="link" onClick={() => setWay(other)}>
        {OFFERS[other]}
      </NativeButton>
    ))
  if (way === 'passkey' && step.passkey) return <PasskeyProofForm request={step.passkey} others={others} {...props} />
  const kind = way === 'code' ? 'code' : 'recovery_code'
  return <CodeEntryForm key={kind} kind={kind} others={others} {...props} />
}
