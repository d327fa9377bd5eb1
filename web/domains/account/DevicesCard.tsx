import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Session, sessionEndpoints, UNKNOWN_DEVICE } from '#contract/account/account.sessions.ts'
import { formatDateTime } from '#contract/dates.ts'
import { forgetUser } from '#web/api/base-data.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { useListFocus } from '#web/ui/use-list-focus.ts'
import classes from './account.module.css'

const useDevices = () => {
  const navigate = useNavigate()
  const end = useCall(sessionEndpoints.end, { invalidates: [sessionEndpoints.list] })
  const endAll = useCall(sessionEndpoints.endAll)
  const endOne = async ({ id, is_current: isCurrent }: Session) => {
    if (isCurrent) return navigate({ to: paths.logout })
    const reply = await end.run({ params: { id } })
    if (!reply) return
    notify(reply.message)
  }
  const endEverywhere = async () => {
    const isWanted = await confirmDialog({
      title: 'Überall abmelden?',
      message: 'Alle Geräte werden abgemeldet, auch dieses. Danach melden Sie sich neu an.',
      accept: 'Überall abmelden',
      type: 'attention',
    })
    const reply = isWanted ? await endAll.run() : undefined
    if (!reply) return
    // Forgotten before the login shows: it leads everybody home who is logged in.
    const isThere = navigate({ to: paths.login, ignoreBlocker: true })
    forgetUser()
    await isThere
    notify(reply.message)
  }
  return { endOne, endEverywhere, isEndingAll: endAll.isRunning }
}

/** `203.0.113.0/24` as what is known of it: `203.0.113.x`. */
const networkText = (network: string) => network.replace(/[\d:]*\/\d+$/, network.includes(':') ? ':x' : 'x')

/** What is said of a login that was not by password. */
const WAYS: Record<Session['way'], (provider: Session['provider']) => string> = {
  password: () => '',
  passkey: () => ', mit einem Passkey',
  provider: (provider) => `, über ${provider ?? 'einen Anmeldedienst'}`,
}

const DeviceItem = ({ session, onEnd }: { session: Session; onEnd: () => void }) => {
  const { device, ip_trunc: network, created_at: since, expires_at: until, is_current: isCurrent } = session
  const name = device || UNKNOWN_DEVICE
  return (
    <li className="sh-row sh-padded-3 sh-spread sh-gap-4 sh-rows-2 sh-rule-below">
      <div className={`sh-breaks sh-shrinks ${classes.device}`}>
        <div className="sh-row sh-below-1 sh-gap-2 sh-rows-1">
          <strong className="sh-bold">{name}</strong>
          {isCurrent && (
            <StatusChip tone="positive" icon="check">
              dieses Gerät
            </StatusChip>
          )}
        </div>
        <p className="sh-quiet sh-small sh-flush">
          angemeldet seit <time dateTime={since}>{formatDateTime(since)}</time>
          {network && ` aus dem Netz ${networkText(network)}`}
          {WAYS[session.way](session.provider)}
        </p>
        <p className="sh-quiet sh-small sh-flush">
          {session.stays_signed_in ? 'bleibt eingeloggt bis' : 'spätestens abgemeldet am'}{' '}
          <time dateTime={until}>{formatDateTime(until)}</time>
        </p>
      </div>
      <Button
        variant="default"
        aria-label={`Abmelden: ${name}, angemeldet seit ${formatDateTime(since)}`}
        onClick={onEnd}
      >
        Abmelden
      </Button>
    </li>
  )
}

const FEW = 5

const DeviceList = ({ sessions, onEnd }: { sessions: readonly Session[]; onEnd: (session: Session) => void }) => {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? sessions : sessions.slice(0, FEW)
  const list = useListFocus<HTMLUListElement>(sessions)
  return (
    <>
      <ul className="sh-plain-list" ref={list}>
        {shown.map((session) => (
          <DeviceItem key={session.id} session={session} onEnd={() => onEnd(session)} />
        ))}
      </ul>
      {shown.length < sessions.length && (
        <Button variant="subtle" mt="xs" onClick={() => setWhole(true)}>
          Alle {sessions.length} Geräte anzeigen
        </Button>
      )}
    </>
  )
}

/** Where this account is logged in, and how to end it there (ux §3.14). */
export const DevicesCard = () => {
  const query = useQuery(queryFor(sessionEndpoints.list, {}, { quiet: true }))
  const { endOne, endEverywhere, isEndingAll } = useDevices()
  return (
    <TitledCard id="angemeldete-geraete" title="Angemeldete Geräte">
      <Text c="dimmed" size="sm" mt={4}>
        Kennen Sie ein Gerät nicht, melden Sie es ab und ändern Sie Ihr Passwort.
      </Text>
      <Loaded query={query} waiting={<Skeleton height={72} />}>
        {(sessions) => <DeviceList sessions={sessions} onEnd={(session) => void endOne(session)} />}
      </Loaded>
      <Group justify="flex-end" mt="md">
        <ActionButton variant="default" isRunning={isEndingAll} onClick={() => void endEverywhere()}>
          Überall abmelden
        </ActionButton>
      </Group>
    </TitledCard>
  )
}
