import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import { formatDateTime } from '#contract/dates.ts'
import type { Reply } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { PasswordProofForm } from './PasswordProofForm.tsx'
import { RecoveryCodesCard } from './RecoveryCodesCard.tsx'
import { TwoFactorSetupForm } from './TwoFactorSetupForm.tsx'
import { codesLeftText } from './use-after-login.ts'

const { begin, renewCodes, disable, state } = twoFactorEndpoints

/** The changes of the second factor that ask for the password once more. */
const PROOFS = {
  begin: {
    endpoint: begin,
    text: 'Zum Einrichten bestätigen Sie bitte Ihr Passwort.',
    submitText: 'Weiter',
    color: 'brand',
    invalidates: [],
  },
  renew: {
    endpoint: renewCodes,
    text: 'Die bisherigen Wiederherstellungscodes gelten danach nicht mehr.',
    submitText: 'Neue Codes erzeugen',
    color: 'brand',
    invalidates: [state, passkeyEndpoints.list],
  },
  disable: {
    endpoint: disable,
    text: 'Danach wird bei der Anmeldung kein Code aus einer App mehr verlangt. Ohne Passkey gelten auch die Wiederherstellungscodes nicht mehr.',
    submitText: 'Ausschalten',
    color: 'red',
    invalidates: [state, passkeyEndpoints.list, sessionEndpoints.list],
  },
} as const

type TwoFactorState = Reply<typeof twoFactorEndpoints.state>

type Step =
  | { kind: 'rest' | 'begin' | 'renew' | 'disable' }
  | { kind: 'setup'; begun: Reply<typeof twoFactorEndpoints.begin> }
  | { kind: 'codes'; codes: readonly string[] }

interface RestProps {
  state: TwoFactorState
  onStep: (kind: 'begin' | 'renew' | 'disable') => void
}

const SwitchedOff = ({ state, onStep }: RestProps) => (
  <>
    <Text>
      Bei der Anmeldung geben Sie außer dem Passwort einen Code ein, den eine App auf Ihrem Telefon zeigt. So nützt ein
      gestohlenes Passwort niemandem.
    </Text>
    {state.is_required && (
      <Alert color="yellow" c="var(--sh-ink)" icon={<TriangleAlert size={20} aria-hidden />}>
        Ihre Schule verlangt die Zwei-Faktor-Anmeldung.
      </Alert>
    )}
    <Group justify="flex-end">
      <Button onClick={() => onStep('begin')}>Zwei-Faktor-Anmeldung einrichten</Button>
    </Group>
  </>
)

const SwitchedOn = ({ state, onStep }: RestProps) => (
  <>
    <Group gap="sm">
      <StatusChip tone="positive" icon="check">
        eingeschaltet
      </StatusChip>
      {state.enabled_at && <Text>seit {formatDateTime(state.enabled_at)}</Text>}
    </Group>
    <Text>{codesLeftText(state.recovery_codes_left)}</Text>
    {state.is_required && (
      <Text c="dimmed">Ihre Schule verlangt die Zwei-Faktor-Anmeldung. Sie lässt sich deshalb nicht ausschalten.</Text>
    )}
    <Group justify="flex-end" gap="sm">
      {!state.is_required && (
        <Button variant="default" onClick={() => onStep('disable')}>
          Ausschalten
        </Button>
      )}
      <Button variant="default" onClick={() => onStep('renew')}>
        Neue Wiederherstellungscodes
      </Button>
    </Group>
  </>
)

/** At rest: what is, and what may be done about it. */
const RestingState = ({ onStep }: Pick<RestProps, 'onStep'>) => {
  const query = useQuery(queryFor(twoFactorEndpoints.state, {}, { quiet: true }))
  return (
    <Loaded query={query} waiting={<Skeleton height={72} />}>
      {(state) =>
        state.is_enabled ? <SwitchedOn state={state} onStep={onStep} /> : <SwitchedOff state={state} onStep={onStep} />
      }
    </Loaded>
  )
}

/** The second factor of the own account: set up, kept up, switched off (security §0.10). */
export const TwoFactorCard = () => {
  const [step, setStep] = useState<Step>({ kind: 'rest' })
  const title = useRef<HTMLHeadingElement>(null)
  const rest = () => {
    setStep({ kind: 'rest' })
    title.current?.focus()
  }
  const showCodes = (codes: readonly string[]) => setStep({ kind: 'codes', codes })
  const finishDisabling = ({ message }: { message: string }) => {
    rest()
    notify(message)
  }
  return (
    <TitledCard id="zwei-faktor" title="Zwei-Faktor-Anmeldung" gap="md" titleRef={title}>
      <Stack gap="md">
        {step.kind === 'rest' && <RestingState onStep={(kind) => setStep({ kind })} />}
        {step.kind === 'begin' && (
          <PasswordProofForm
            proof={PROOFS.begin}
            onDone={(begun) => setStep({ kind: 'setup', begun })}
            onCancel={rest}
          />
        )}
        {step.kind === 'setup' && <TwoFactorSetupForm begun={step.begun} onDone={showCodes} onCancel={rest} />}
        {step.kind === 'codes' && <RecoveryCodesCard codes={step.codes} onDone={rest} />}
        {step.kind === 'renew' && (
          <PasswordProofForm
            proof={PROOFS.renew}
            onDone={({ recovery_codes: codes }) => showCodes(codes)}
            onCancel={rest}
          />
        )}
        {step.kind === 'disable' && (
          <PasswordProofForm proof={PROOFS.disable} onDone={finishDisabling} onCancel={rest} />
        )}
      </Stack>
    </TitledCard>
  )
}
