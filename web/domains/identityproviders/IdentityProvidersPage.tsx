import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { History, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Provider } from '#contract/identityproviders/identityproviders.ts'
import { PROVIDER_KINDS } from '#contract/identityproviders/provider.record.ts'
import { useRecordOpener } from '#web/forms/use-record-opener.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { ProviderDialog, type ProviderPart } from './ProviderDialog.tsx'
import { ProviderSetupCard } from './ProviderSetupCard.tsx'
import { removeProvider } from './provider-actions.ts'
import { providersQuery, type SchoolChoices, schoolNames, useSchoolChoices } from './provider-queries.ts'
import { outcomeOf, stateOf } from './provider-texts.ts'

const TITLE = 'Anmeldedienste'
const WAY_UP = [{ text: 'Systemzustand', to: paths.systemState }]
const ABOUT =
  'Verbinden Sie den Dienst, bei dem Ihre Lehrkräfte schon ein Konto haben, zum Beispiel IServ oder Microsoft 365: Dann brauchen sie kein weiteres Passwort.'

const addressOf = (id: number) => `${paths.identityProviders}?dienst=${id}`

/** What was changed at a service, as far as the log of the active school has it. */
const logOf = ({ id }: Provider) => `${paths.userlog}?entity_type=identity_provider&entity_id=${id}`

const StateCell = ({ provider }: { provider: Provider }) => {
  const { text, ...look } = stateOf(provider)
  return <StatusChip {...look}>{text}</StatusChip>
}

const OutcomeCell = ({ provider }: { provider: Provider }) => {
  const outcome = outcomeOf(provider)
  if (!outcome) return '–'
  return (
    <div>
      {outcome.at}
      {outcome.text && <span className="sh-quiet sh-small sh-block">{outcome.text}</span>}
    </div>
  )
}

const columnsFor = (schools: SchoolChoices): PlainColumn<Provider>[] => [
  {
    title: 'Name',
    isName: true,
    cell: ({ id, name, kind }) => (
      <>
        <Link {...linkTarget(addressOf(id))}>{name}</Link>
        <div className="sh-quiet sh-small sh-regular">{PROVIDER_KINDS[kind]}</div>
      </>
    ),
  },
  { title: 'Schulen', cell: ({ school_ids }) => <div>{schoolNames(schools, school_ids).join(', ')}</div> },
  { title: 'Zustand', cell: (provider) => <StateCell provider={provider} /> },
  { title: 'Verbundene Konten', cell: ({ identity_count }) => identity_count },
  { title: 'Letzte Anmeldung', cell: (provider) => <OutcomeCell provider={provider} /> },
]

interface ListProps {
  providers: readonly Provider[]
  schools: SchoolChoices
  onNew: () => void
}

const ProviderList = ({ providers, schools, onNew }: ListProps) => {
  const add = (
    <IconButton icon={Plus} data-primary onClick={onNew}>
      Anmeldedienst hinzufügen
    </IconButton>
  )
  return (
    <>
      <PageHead crumbs={WAY_UP} actions={providers.length > 0 && add}>
        {TITLE}
      </PageHead>
      {providers.length > 0 && <PageIntro>{ABOUT}</PageIntro>}
      <Card pt="xs">
        {providers.length === 0 ? (
          <EmptyState title="Noch ist kein Anmeldedienst verbunden." text={ABOUT} action={add} />
        ) : (
          <PlainTable caption={TITLE} rows={providers} columns={columnsFor(schools)} isStacked />
        )}
      </Card>
    </>
  )
}

interface ProviderProps {
  provider: Provider
  schools: SchoolChoices
  onEdit: (part: ProviderPart) => void
}

const OneProvider = ({ provider, schools, onEdit }: ProviderProps) => {
  const navigate = useNavigate()
  const remove = async () => {
    if (await removeProvider(provider)) await navigate({ to: paths.identityProviders })
  }
  return (
    <>
      <PageHead
        crumbs={[...WAY_UP, { text: TITLE, to: paths.identityProviders }]}
        actions={
          <>
            <IconButton icon={History} to={logOf(provider)}>
              Benutzeraktionen
            </IconButton>
            <IconButton icon={Trash2} onClick={() => void remove()}>
              Entfernen
            </IconButton>
          </>
        }
      >
        {provider.name}
      </PageHead>
      <ProviderSetupCard provider={provider} schools={schools} onEdit={onEdit} />
    </>
  )
}

/** Admins connect services here where people of the schools have accounts already (ADR 0076). */
export const IdentityProvidersPage = () => {
  const query = useQuery(providersQuery)
  const schools = useSchoolChoices()
  const navigate = useNavigate()
  const wanted = Number(useUrlSearch().get('dienst'))
  const dialog = useRecordOpener<Provider>({ known: query.data })
  const [part, setPart] = useState<ProviderPart>('facts')
  const chosen = query.data?.find(({ id }) => id === wanted)
  const { opened } = dialog
  const edit = (provider: Provider) => (wish: ProviderPart) => {
    setPart(wish)
    dialog.openEdit(provider)
  }
  const openNew = () => {
    setPart('facts')
    dialog.openNew()
  }
  return (
    <>
      {chosen ? (
        <OneProvider key={chosen.id} provider={chosen} schools={schools} onEdit={edit(chosen)} />
      ) : (
        <Loaded query={query}>
          {(providers) => <ProviderList providers={providers} schools={schools} onNew={openNew} />}
        </Loaded>
      )}
      {opened && (
        <ProviderDialog
          key={`${opened.record?.id ?? 'new'} ${part}`}
          provider={opened.record}
          part={part}
          schools={schools}
          onAdded={(id) => void navigate(linkTarget(addressOf(id)))}
          {...opened}
        />
      )}
    </>
  )
}
