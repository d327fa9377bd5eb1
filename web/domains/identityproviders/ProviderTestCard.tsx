import { Button, Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import {
  identityProviderEndpoints,
  PROVIDER_TEXTS,
  type Provider,
  type ProviderChange,
  type TestStep,
} from '#contract/identityproviders/identityproviders.ts'
import { useCall } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { isComplete, lastCheckText, missingText } from './provider-texts.ts'

const LOOKS: Record<TestStep['state'], StatusLook & { text: string }> = {
  good: { tone: 'positive', icon: 'check', text: 'in Ordnung' },
  notice: { tone: 'attention', icon: 'alert', text: 'Hinweis' },
  bad: { tone: 'negative', icon: 'cross', text: 'Fehler' },
}

interface StepProps {
  step: TestStep
  /** No account is linked yet, so the address may change. */
  mayMove: boolean
  onEditAccess: () => void
  onTakeIssuer: (issuer: string) => void
}

const StepItem = ({ step, mayMove, onEditAccess, onTakeIssuer }: StepProps) => {
  const { what, state, text, fault, issuer } = step
  const { text: word, ...look } = LOOKS[state]
  return (
    <li className="sh-padded-2">
      <div className="sh-row sh-gap-2">
        <StatusChip {...look}>{word}</StatusChip>
        <strong className="sh-bold">{what}</strong>
      </div>
      <p className="sh-flush sh-above-1 sh-measure sh-breaks">{text}</p>
      {fault === 'client' && (
        <Button variant="default" mt="xs" onClick={onEditAccess}>
          Zugangsdaten ändern
        </Button>
      )}
      {issuer && mayMove && (
        <Button variant="default" mt="xs" onClick={() => onTakeIssuer(issuer)}>
          Diese Adresse übernehmen
        </Button>
      )}
    </li>
  )
}

/** What the server refuses counts for the version of the service that was on the page. */
const useChange = ({ id, version }: Provider) => {
  const [refused, setRefused] = useState<{ version: number; text: string | undefined }>()
  const refuse = (text: string | undefined) => setRefused({ version, text })
  const { run, isRunning } = useCall(identityProviderEndpoints.change, {
    invalidates: [identityProviderEndpoints.list],
    onFieldErrors: (errors) => refuse(Object.values(errors)[0]),
  })
  const change = async (wanted: ProviderChange) => {
    setRefused(undefined)
    const reply = await run({ params: { id }, body: { ...wanted, version } })
    if (reply) notify(reply.message)
    return reply
  }
  return { change, refuse, refusal: refused?.version === version ? refused.text : undefined, isRunning }
}

const askToOfferBroken = ({ name }: Provider, reason: string) =>
  confirmDialog({
    title: `${name} trotzdem anbieten?`,
    message: `Die Prüfung ist fehlgeschlagen: ${reason} Trotzdem anbieten?`,
    accept: 'Trotzdem anbieten',
    type: 'attention',
    prefers: 'dismiss',
  })

interface SwitchProps {
  provider: Provider
  /** Checks the service; undefined when that was not possible. */
  onCheck: () => Promise<readonly TestStep[] | undefined>
}

const OfferSwitch = ({ provider, onCheck }: SwitchProps) => {
  const { is_active } = provider
  const { change, refuse, refusal, isRunning } = useChange(provider)
  const offer = async () => {
    if (!isComplete(provider)) return refuse(PROVIDER_TEXTS.incomplete)
    const steps = await onCheck()
    const bad = steps?.find(({ state }) => state === 'bad')
    if (steps && (!bad || (await askToOfferBroken(provider, bad.text)))) await change({ is_active: true })
  }
  return (
    <Switch
      label="Auf der Anmeldeseite anbieten"
      description={
        is_active
          ? 'Wer sein Konto verbunden hat, kann sich damit anmelden. Das Passwort gilt weiter. Schalten Sie den Dienst aus, werden alle abgemeldet, die sich über ihn angemeldet haben.'
          : 'Solange das ausgeschaltet ist, kann niemand sein Konto verbinden oder sich damit anmelden. Bestehende Verbindungen bleiben gespeichert.'
      }
      checked={is_active}
      error={refusal}
      aria-busy={isRunning}
      onChange={(event) => void (event.currentTarget.checked ? offer() : change({ is_active: false }))}
    />
  )
}

interface TestProps {
  provider: Provider
  onEditAccess: () => void
}

const TestResult = ({
  provider,
  steps,
  onEditAccess,
  onAgain,
}: TestProps & {
  steps: readonly TestStep[] | undefined
  onAgain: () => void
}) => {
  const { change, refusal } = useChange(provider)
  const takeIssuer = async (issuer: string) => {
    if (await change({ issuer })) onAgain()
  }
  const last = lastCheckText(provider)
  return (
    <div role="status">
      {!steps && last && <p className="sh-flush sh-measure">{last}</p>}
      {refusal && <p className="sh-flush">{refusal}</p>}
      {steps && (
        <ul className="sh-plain-list" aria-label="Ergebnis der Prüfung">
          {steps.map((step) => (
            <StepItem
              key={step.what}
              {...{ step, onEditAccess }}
              mayMove={provider.identity_count === 0}
              onTakeIssuer={(issuer) => void takeIssuer(issuer)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Tests the service without a sign-in, and switches it on for the login. */
export const ProviderTestCard = ({ provider, onEditAccess }: TestProps) => {
  const [steps, setSteps] = useState<readonly TestStep[]>()
  const { run, isRunning } = useCall(identityProviderEndpoints.test, { invalidates: [identityProviderEndpoints.list] })
  const look = async () => {
    const reply = await run({ params: { id: provider.id } })
    setSteps(reply?.steps)
    return reply?.steps
  }
  return (
    <TitledCard id="pruefen" title="3. Prüfen und einschalten" gap="sm">
      <div className="sh-column sh-gap-4">
        <p className="sh-flush sh-measure">
          Bei der Prüfung meldet sich niemand an: Schulhof fragt den Dienst nur, ob alles richtig eingetragen ist. Beim
          Einschalten wird noch einmal geprüft.
        </p>
        <div>
          <ActionButton
            variant="default"
            leftSection={<ListChecks size={20} aria-hidden />}
            disabled={!isComplete(provider)}
            isRunning={isRunning}
            onClick={() => void look()}
          >
            Prüfen
          </ActionButton>
          {!isComplete(provider) && <p className="sh-quiet sh-small sh-flush sh-above-1">{missingText(provider)}</p>}
        </div>
        <TestResult {...{ provider, steps, onEditAccess }} onAgain={() => void look()} />
        <OfferSwitch provider={provider} onCheck={look} />
        {provider.is_active && (
          <p className="sh-flush sh-measure">
            Probieren Sie es jetzt mit Ihrem eigenen Konto:{' '}
            <Link to={paths.profile} hash="anmeldedienste">
              im Profil verbinden
            </Link>
            , abmelden und mit dem Dienst neu anmelden.
          </p>
        )}
      </div>
    </TitledCard>
  )
}
