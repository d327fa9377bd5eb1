import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type Identity, providerLoginEndpoints } from '#contract/account/account.providers.ts'
import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { accountEndpoints } from '#contract/account/account.ts'
import { formatDateTime } from '#contract/dates.ts'
import { forgetUser } from '#web/api/base-data.ts'
import type { Reply } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import classes from '#web/domains/account/account.module.css'
import { PasswordProofForm } from '#web/domains/account/PasswordProofForm.tsx'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { handedOn } from '#web/shell/visit.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { leaveFor } from './provider-visit.ts'

type Provider = Reply<typeof providerLoginEndpoints.offered>[number]

const IdentityItem = ({ identity, onUnlink }: { identity: Identity; onUnlink: () => void }) => {
  const { provider_name: name, label, created_at: since, last_used_at: used } = identity
  return (
    <li className="sh-row sh-padded-3 sh-spread sh-gap-4 sh-rows-2 sh-rule-below">
      <div className={`sh-breaks sh-shrinks ${classes.device}`}>
        <strong className="sh-bold">{name}</strong>
        <p className="sh-quiet sh-small sh-flush">
          als {label}, verbunden am <time dateTime={since}>{formatDateTime(since)}</time>
          {used && (
            <>
              , zuletzt verwendet am <time dateTime={used}>{formatDateTime(used)}</time>
            </>
          )}
        </p>
      </div>
      <Button variant="default" aria-label={`Verbindung lösen: ${name}`} onClick={onUnlink}>
        Verbindung lösen
      </Button>
    </li>
  )
}

interface RestProps {
  isOwed: boolean
  state: Reply<typeof providerLoginEndpoints.list>
  onLink: (provider: Provider) => void
  onUnlink: (identity: Identity) => void
}

const Resting = ({ isOwed, state: { identities, offered }, onLink, onUnlink }: RestProps) => (
  <>
    <Text>
      Verbinden Sie das Konto, das Sie bei einem Dienst Ihrer Schule schon haben. Dann melden Sie sich hier damit an.
    </Text>
    {identities.length > 0 && (
      <ul className="sh-plain-list" aria-label="Verbundene Anmeldedienste">
        {identities.map((identity) => (
          <IdentityItem key={identity.id} identity={identity} onUnlink={() => onUnlink(identity)} />
        ))}
      </ul>
    )}
    {offered.length > 0 && (
      <Group justify="flex-end" gap="sm">
        {offered.map((provider) => (
          <Button key={provider.id} variant={isOwed ? 'filled' : 'default'} onClick={() => onLink(provider)}>
            Mit {provider.name} verbinden
          </Button>
        ))}
      </Group>
    )}
  </>
)

const proofFor = ({ name }: Provider) =>
  ({
    endpoint: providerLoginEndpoints.beginLink,
    text: `Bestätigen Sie bitte Ihr Passwort. Danach melden Sie sich bei ${name} an und kommen hierher zurück.`,
    submitText: `Weiter zu ${name}`,
    color: 'brand',
    invalidates: [],
  }) as const

const unlinking = ({ provider_name: name, is_current }: Identity) =>
  ({
    endpoint: providerLoginEndpoints.unlink,
    text: `Danach können Sie sich nicht mehr mit ${name} anmelden. Geräte, auf denen Sie so angemeldet sind, werden abgemeldet.${is_current ? ' Auch dieses Gerät wird abgemeldet.' : ''}`,
    submitText: 'Verbindung lösen',
    color: 'red',
    // After the end of its session nobody may ask for them.
    invalidates: is_current ? [] : [providerLoginEndpoints.list, sessionEndpoints.list, accountEndpoints.basedata],
  }) as const

/**
 * Links of the own account to services of the school. Without any service the card is not shown. `isOwed`: the school
 * demands a way to sign in that is missing, so this is the next step.
 */
export const IdentitiesCard = ({ isOwed }: { isOwed: boolean }) => {
  const query = useQuery(queryFor(providerLoginEndpoints.list, {}, { quiet: true }))
  const navigate = useNavigate()
  const refusal = useLocation({ select: ({ state }) => state.linkRefusal })
  const [linking, setLinking] = useState<Provider>()
  const [leaving, setLeaving] = useState<Identity>()
  const title = useRef<HTMLHeadingElement>(null)
  const rest = () => {
    setLinking(undefined)
    setLeaving(undefined)
    title.current?.focus()
  }
  const leave = (message: string) => {
    handedOn.state = { notice: message }
    forgetUser()
    void navigate({ to: paths.login })
  }
  if (query.data?.identities.length === 0 && query.data.offered.length === 0) return null
  return (
    <TitledCard id="anmeldedienste" title="Anmeldedienste" gap="md" titleRef={title}>
      <Stack gap="md">
        {refusal && <Alert role="status">{refusal}</Alert>}
        {linking ? (
          <PasswordProofForm
            proof={proofFor(linking)}
            more={{ body: { provider_id: linking.id } }}
            onDone={({ url }) => void leaveFor(url)}
            onCancel={rest}
          />
        ) : leaving ? (
          <PasswordProofForm
            proof={unlinking(leaving)}
            more={{ params: { id: leaving.id } }}
            onDone={({ message, is_signed_out }) => {
              if (is_signed_out) return leave(message)
              notify(message)
              rest()
            }}
            onCancel={rest}
          />
        ) : (
          <Loaded query={query} waiting={<Skeleton height={72} />}>
            {(state) => <Resting isOwed={isOwed} state={state} onLink={setLinking} onUnlink={setLeaving} />}
          </Loaded>
        )}
      </Stack>
    </TitledCard>
  )
}
