import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Copy, KeyRound, Pencil } from 'lucide-react'
import type { Provider } from '#contract/identityproviders/identityproviders.ts'
import { PROVIDER_KINDS, ProviderFacts } from '#contract/identityproviders/provider.record.ts'
import { labelsOf } from '#contract/record.ts'
import { paths } from '#web/paths.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { FoldedPart } from '#web/ui/FoldedPart.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import type { ProviderPart } from './ProviderDialog.tsx'
import { ProviderRulesCard } from './ProviderRulesCard.tsx'
import { ProviderTestCard } from './ProviderTestCard.tsx'
import { type SchoolChoices, schoolNames } from './provider-queries.ts'
import { isComplete, outcomeOf, stateOf } from './provider-texts.ts'

const LABELS = labelsOf(ProviderFacts)

interface SetupProps {
  provider: Provider
  schools: SchoolChoices
  onEdit: (part: ProviderPart) => void
}

const AddressItem = ({ name, address, hint }: { name: string; address: string; hint: string }) => (
  <li className="sh-row sh-padded-2 sh-spread sh-gap-3 sh-rows-2 sh-rule-below">
    <div className="sh-breaks sh-shrinks">
      <strong className="sh-bold">{name}</strong>
      <p className="sh-flush sh-breaks">{address}</p>
      <p className="sh-flush sh-quiet sh-small">{hint}</p>
    </div>
    <Button
      variant="default"
      leftSection={<Copy size={20} aria-hidden />}
      aria-label={`${name} kopieren`}
      onClick={() => void copyText({ text: address, done: `Die ${name} ist kopiert.`, label: name })}
    >
      Kopieren
    </Button>
  </li>
)

const FactsCard = ({ provider, schools, onEdit }: SetupProps) => {
  const { text, ...look } = stateOf(provider)
  const outcome = outcomeOf(provider)
  return (
    <TitledCard
      id="dienst"
      title="Dienst"
      gap="xs"
      actions={
        <IconButton icon={Pencil} onClick={() => onEdit('facts')}>
          Bearbeiten
        </IconButton>
      }
    >
      <FactList
        facts={[
          { label: 'Zustand', value: <StatusChip {...look}>{text}</StatusChip> },
          { label: LABELS.kind, value: PROVIDER_KINDS[provider.kind] },
          { label: LABELS.issuer, value: provider.issuer },
          { label: LABELS.school_ids, value: schoolNames(schools, provider.school_ids).join(', ') },
          { label: 'Verbundene Konten', value: String(provider.identity_count) },
          { label: 'Letzte Anmeldung', value: outcome && [outcome.at, outcome.text].filter(Boolean).join('\n') },
        ]}
      />
    </TitledCard>
  )
}

const AddressesCard = ({ provider: { redirect_uri, logout_uri, after_logout_uri } }: SetupProps) => (
  <TitledCard id="adressen" title="1. Beim Dienst eintragen" gap="xs">
    <p className="sh-flush sh-measure">
      Legen Sie beim Dienst eine Anwendung an und tragen Sie dort diese Adressen ein. Was Sie wo anklicken,{' '}
      <Link to={paths.helpChapter('administration')} hash="mit-dem-konto-der-schule-anmelden">
        steht im Handbuch
      </Link>
      .
    </p>
    <ul className="sh-plain-list" aria-label="Adressen für den Dienst">
      <AddressItem
        name="Rückkehradresse"
        address={redirect_uri}
        hint="Dorthin kommen alle nach der Anmeldung zurück (Redirect URI)."
      />
      <AddressItem
        name="Abmeldeadresse"
        address={logout_uri}
        hint="Dorthin meldet der Dienst, wer abgemeldet oder gesperrt ist (Back-Channel Logout). Nicht jeder Dienst kann das."
      />
      <AddressItem
        name="Adresse nach dem Abmelden"
        address={after_logout_uri}
        hint="Dorthin leitet der Dienst nach dem Abmelden zurück (Post Logout Redirect URI)."
      />
    </ul>
  </TitledCard>
)

const AccessCard = ({ provider, onEdit }: SetupProps) => (
  <TitledCard id="zugang" title="2. Zugangsdaten übernehmen" gap="xs">
    <p className="sh-flush sh-below-2 sh-measure">Der Dienst zeigt beide, sobald die Anwendung dort angelegt ist.</p>
    <FactList
      facts={[
        { label: 'Client-ID', value: provider.client_id ?? 'fehlt noch' },
        { label: 'Client-Secret', value: provider.has_secret ? 'ist hinterlegt' : 'fehlt noch' },
      ]}
    />
    <div className="sh-above-3">
      <IconButton
        icon={KeyRound}
        {...(isComplete(provider) ? {} : { 'data-primary': 'inline' as const })}
        onClick={() => onEdit('access')}
      >
        {isComplete(provider) ? 'Zugangsdaten ändern' : 'Zugangsdaten eintragen'}
      </IconButton>
    </div>
  </TitledCard>
)

const MoreCard = ({ provider, schools, onEdit }: SetupProps) => (
  <FoldedPart name="weitere" summary="Weitere Einstellungen">
    <div className="sh-column sh-gap-5">
      <TitledCard
        id="weiteres"
        title="Zweiter Faktor und erste Verbindung"
        gap="xs"
        actions={
          <IconButton icon={Pencil} onClick={() => onEdit('more')}>
            Weitere Einstellungen ändern
          </IconButton>
        }
      >
        <FactList
          facts={[
            { label: LABELS.second_factor_acr, value: provider.second_factor_acr ?? 'keine' },
            { label: LABELS.mail_domain, value: provider.mail_domain ?? 'keine' },
            { label: LABELS.groups_claim, value: provider.groups_claim },
          ]}
        />
      </TitledCard>
      <TitledCard id="gruppen" title="Konten nach Gruppen anlegen" gap="xs">
        <ProviderRulesCard provider={provider} schools={schools} />
      </TitledCard>
    </div>
  </FoldedPart>
)

/** The steps that turn an entered service into one that people can sign in with. */
export const ProviderSetupCard = (props: SetupProps) => (
  <div className="sh-column sh-gap-5">
    <FactsCard {...props} />
    <AddressesCard {...props} />
    <AccessCard {...props} />
    <ProviderTestCard key={props.provider.id} provider={props.provider} onEditAccess={() => props.onEdit('access')} />
    <MoreCard {...props} />
  </div>
)
