import { Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import {
  identityProviderEndpoints,
  type Provider,
  type TestStep,
} from '#contract/identityproviders/identityproviders.ts'
import { useCall } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { isComplete } from './provider-texts.ts'

const LOOKS: Record<TestStep['state'], StatusLook & { text: string }> = {
  good: { tone: 'positive', icon: 'check', text: 'in Ordnung' },
  notice: { tone: 'attention', icon: 'alert', text: 'Hinweis' },
  bad: { tone: 'negative', icon: 'cross', text: 'Fehler' },
}

const StepItem = ({ step: { what, state, text } }: { step: TestStep }) => {
  const { text: word, ...look } = LOOKS[state]
  return (
    <li className="sh-padded-2">
      <div className="sh-row sh-gap-2">
        <StatusChip {...look}>{word}</StatusChip>
        <strong className="sh-bold">{what}</strong>
      </div>
      <p className="sh-flush sh-above-1 sh-measure">{text}</p>
    </li>
  )
}

const OfferSwitch = ({ provider }: { provider: Provider }) => {
  const { id, version, is_active } = provider
  const [refusal, setRefusal] = useState<string>()
  const { run, isRunning } = useCall(identityProviderEndpoints.change, {
    invalidates: [identityProviderEndpoints.list],
    onFieldErrors: (errors) => setRefusal(Object.values(errors)[0]),
  })
  const set = async (isWanted: boolean) => {
    setRefusal(undefined)
    const reply = await run({ params: { id }, body: { is_active: isWanted, version } })
    if (reply) notify(reply.message)
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
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  )
}

/** Tests the service without a sign-in, and switches it on for the login. */
export const ProviderTestCard = ({ provider }: { provider: Provider }) => {
  const [steps, setSteps] = useState<readonly TestStep[]>()
  const { run, isRunning } = useCall(identityProviderEndpoints.test)
  const look = async () => {
    const reply = await run({ params: { id: provider.id } })
    setSteps(reply?.steps)
  }
  return (
    <TitledCard id="pruefen" title="3. Prüfen und einschalten" gap="sm">
      <div className="sh-column sh-gap-4">
        <p className="sh-flush sh-measure">
          Bei der Prüfung meldet sich niemand an: Schulhof fragt den Dienst nur, ob alles richtig eingetragen ist.
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
          {!isComplete(provider) && (
            <p className="sh-quiet sh-small sh-flush sh-above-1">Dafür fehlen noch Client-ID und Client-Secret.</p>
          )}
        </div>
        <div role="status">
          {steps && (
            <ul className="sh-plain-list" aria-label="Ergebnis der Prüfung">
              {steps.map((step) => (
                <StepItem key={step.what} step={step} />
              ))}
            </ul>
          )}
        </div>
        <OfferSwitch provider={provider} />
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
