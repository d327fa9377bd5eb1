import { Alert, Button, Group, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { PASSKEYS_MAX, type Passkey, type PasskeyState, passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { twoFactorEndpoints } from '#contract/account/account.two-factor.ts'
import type { Reply } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { PasswordProofForm } from '#web/domains/account/PasswordProofForm.tsx'
import { RecoveryCodesCard } from '#web/domains/account/RecoveryCodesCard.tsx'
import { codesLeftText } from '#web/domains/account/use-after-login.ts'
import { notify } from '#web/shell/notify.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { NewPasskeyForm } from './NewPasskeyForm.tsx'
import { PasskeyList } from './PasskeyList.tsx'
import { PasskeyNameForm } from './PasskeyNameForm.tsx'
import { hasPasskeys } from './passkey-support.ts'

/** Answers that a change of passkeys makes out of date. */
const CHANGED = [passkeyEndpoints.list, twoFactorEndpoints.state, accountEndpoints.basedata, sessionEndpoints.list]

type Step =
  | { kind: 'rest' | 'begin' | 'renew' }
  | { kind: 'device'; request: Reply<typeof passkeyEndpoints.begin> }
  | { kind: 'rename'; passkey: Passkey }
  | { kind: 'remove'; passkey: Passkey; isLastFactor: boolean }
  | { kind: 'ask'; isAsked: boolean }
  | { kind: 'codes'; codes: readonly string[] }

interface RestProps {
  state: PasskeyState
  onStep: (step: Step) => void
}

const AskSwitch = ({ state: { passkeys, is_asked, is_required }, onStep }: RestProps) => {
  if (passkeys.length === 0) return null
  const isFixed = is_asked && is_required
  return (
    <Switch
      label="Nach dem Passwort auch nach dem Passkey fragen"
      description={
        isFixed
          ? 'Ihre Schule verlangt die Zwei-Faktor-Anmeldung. Das lässt sich deshalb nicht ausschalten.'
          : 'So genügt das Passwort allein nicht mehr. Wer sich gleich mit dem Passkey anmeldet, braucht kein Passwort.'
      }
      checked={is_asked}
      disabled={isFixed}
      onChange={(event) => onStep({ kind: 'ask', isAsked: event.currentTarget.checked })}
    />
  )
}

const Resting = ({ state, onStep }: RestProps) => {
  const { passkeys, is_required, is_asked, has_app, recovery_codes_left } = state
  const mayAdd = hasPasskeys() && passkeys.length < PASSKEYS_MAX
  const hasCodes = passkeys.length > 0 && !has_app
  const isLastFactor = passkeys.length === 1 && is_asked && !has_app
  return (
    <>
      <Text>
        Mit einem Passkey melden Sie sich ohne Passwort an: mit Fingerabdruck, Gesicht oder PIN Ihres Geräts. Niemand
        kann ihn abschreiben, und auf gefälschten Seiten wirkt er nicht.
      </Text>
      {is_required && !is_asked && (
        <Alert color="yellow" c="var(--sh-ink)" icon={<TriangleAlert size={20} aria-hidden />}>
          Ihre Schule verlangt die Zwei-Faktor-Anmeldung. Ein Passkey erfüllt das auch.
        </Alert>
      )}
      {passkeys.length > 0 && (
        <PasskeyList
          passkeys={passkeys}
          onRename={(passkey) => onStep({ kind: 'rename', passkey })}
          onRemove={(passkey) => onStep({ kind: 'remove', passkey, isLastFactor })}
        />
      )}
      <AskSwitch state={state} onStep={onStep} />
      {hasCodes && <Text>{codesLeftText(recovery_codes_left)}</Text>}
      {!hasPasskeys() && (
        <Text c="dimmed">
          Dieser Browser kann hier keine Passkeys anlegen. Nötig sind ein aktueller Browser und eine Adresse mit https.
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        {hasCodes && (
          <Button variant="default" onClick={() => onStep({ kind: 'renew' })}>
            Neue Wiederherstellungscodes
          </Button>
        )}
        {mayAdd && <Button onClick={() => onStep({ kind: 'begin' })}>Passkey hinzufügen</Button>}
      </Group>
    </>
  )
}

const RestingState = ({ onStep }: Pick<RestProps, 'onStep'>) => {
  const query = useQuery(queryFor(passkeyEndpoints.list, {}, { quiet: true }))
  return (
    <Loaded query={query} waiting={<Skeleton height={72} />}>
      {(state) => <Resting state={state} onStep={onStep} />}
    </Loaded>
  )
}

const BEGIN = {
  endpoint: passkeyEndpoints.begin,
  text: 'Zum Hinzufügen bestätigen Sie bitte Ihr Passwort.',
  submitText: 'Weiter',
  color: 'brand',
  invalidates: [],
} as const

const RENEW = {
  endpoint: twoFactorEndpoints.renewCodes,
  text: 'Die bisherigen Wiederherstellungscodes gelten danach nicht mehr.',
  submitText: 'Neue Codes erzeugen',
  color: 'brand',
  invalidates: CHANGED,
} as const

const LAST_FACTOR =
  'Er ist Ihr zweiter Faktor: Danach ist die Zwei-Faktor-Anmeldung ausgeschaltet, und die Wiederherstellungscodes gelten nicht mehr. '

const removal = ({ name }: Passkey, isLastFactor: boolean) =>
  ({
    endpoint: passkeyEndpoints.remove,
    text: `${isLastFactor ? LAST_FACTOR : ''}Mit dem Passkey „${name}“ kann sich danach niemand mehr anmelden. Alle anderen Geräte werden abgemeldet. Löschen Sie ihn bitte auch in den Einstellungen des Geräts, auf dem er liegt.`,
    submitText: 'Passkey entfernen',
    color: 'red',
    invalidates: CHANGED,
  }) as const

const asking = (isAsked: boolean) =>
  ({
    endpoint: passkeyEndpoints.ask,
    text: `${isAsked ? 'Nach dem Passwort wird dann auch ein Passkey verlangt.' : 'Nach dem Passwort wird dann kein Passkey mehr verlangt.'} Alle anderen Geräte werden abgemeldet.`,
    submitText: isAsked ? 'Einschalten' : 'Ausschalten',
    color: isAsked ? 'brand' : 'red',
    invalidates: CHANGED,
  }) as const

interface OpenStepProps {
  step: Step
  onStep: (step: Step) => void
  /** Leads back to the list and says what was done. */
  onDone: (reply: { message: string; recovery_codes?: readonly string[] }) => void
  onCancel: () => void
}

const OpenStep = ({ step, onStep, onDone, onCancel }: OpenStepProps) => {
  const ways = { onDone, onCancel }
  switch (step.kind) {
    case 'rest':
      return <RestingState onStep={onStep} />
    case 'begin':
      return (
        <PasswordProofForm
          proof={BEGIN}
          onDone={(request) => onStep({ kind: 'device', request })}
          onCancel={onCancel}
        />
      )
    case 'device':
      return <NewPasskeyForm request={step.request} {...ways} />
    case 'rename':
      return <PasskeyNameForm passkey={step.passkey} {...ways} />
    case 'remove':
      return (
        <PasswordProofForm
          proof={removal(step.passkey, step.isLastFactor)}
          more={{ params: { id: step.passkey.id } }}
          {...ways}
        />
      )
    case 'ask':
      return <PasswordProofForm proof={asking(step.isAsked)} more={{ body: { is_asked: step.isAsked } }} {...ways} />
    case 'renew':
      return (
        <PasswordProofForm
          proof={RENEW}
          onDone={({ recovery_codes: codes }) => onStep({ kind: 'codes', codes })}
          onCancel={onCancel}
        />
      )
    case 'codes':
      return <RecoveryCodesCard codes={step.codes} onDone={onCancel} />
  }
}

/** The passkeys of the own account, and whether one is asked for after the password. */
export const PasskeysCard = () => {
  const [step, setStep] = useState<Step>({ kind: 'rest' })
  const title = useRef<HTMLHeadingElement>(null)
  const rest = () => {
    setStep({ kind: 'rest' })
    title.current?.focus()
  }
  const finish: OpenStepProps['onDone'] = ({ message, recovery_codes: codes = [] }) => {
    if (codes.length > 0) setStep({ kind: 'codes', codes })
    else rest()
    notify(message)
  }
  return (
    <TitledCard id="passkeys" title="Passkeys" gap="md" titleRef={title}>
      <Stack gap="md">
        <OpenStep step={step} onStep={setStep} onDone={finish} onCancel={rest} />
      </Stack>
    </TitledCard>
  )
}
