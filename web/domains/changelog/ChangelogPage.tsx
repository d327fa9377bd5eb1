import { Box, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type ChangelogEntry, changelogEndpoints, shortCommit } from '#contract/changelog/changelog.ts'
import { type Change, changesByTopic, newestFor, titledChange } from '#contract/changelog/changelog-topics.ts'
import { counted } from '#contract/counted.ts'
import { formatDate, formatDateTime } from '#contract/dates.ts'
import { loadBaseData, useMay, useSignedIn, useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useVersion } from '#web/shell/use-version.ts'
import { ContentsMenu } from '#web/ui/ContentsMenu.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import classes from './ChangelogPage.module.css'

const entriesQuery = queryFor(changelogEndpoints.list, {}, { quiet: true })

/** Before the page shows, so that a link to a version finds it; a failure is told on the page. */
export const loadChangelog = async () => {
  const baseData = await loadBaseData()
  if (baseData !== false && baseData.permissions.includes('view changelog'))
    await queryClient.ensureQueryData(entriesQuery).catch(() => {})
}

const entryId = ({ name }: ChangelogEntry) => `version-${name}`

/** `` `Strg+K` `` in the file: something to type or to press. */
const ChangeText = ({ children }: { children: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text that stays
  children.split('`').map((part, index) => (index % 2 === 1 ? <kbd key={index}>{part}</kbd> : part))

/** „Behoben“ stands before what was mended; what is new needs no word. */
const ChangeLine = ({ change: { kind, text } }: { change: Change }) => (
  <>
    {kind === 'Behoben' && <strong>Behoben: </strong>}
    <ChangeText>{text}</ChangeText>
  </>
)

const ChangeList = ({ changes }: { changes: readonly Change[] }) => (
  <ul className={`sh-bullets sh-measure ${classes.changes}`}>
    {changes.map((change) => (
      <li key={change.text}>
        <ChangeLine change={change} />
      </li>
    ))}
  </ul>
)

const topicId = (entry: ChangelogEntry, topic: string) =>
  `${entryId(entry)}-${topic.toLowerCase().replace(/[^a-zäöüß]+/g, '-')}`

const titleId = (entry: ChangelogEntry) => `${entryId(entry)}-titel`

interface TopicPartProps {
  id: string
  topic: ReturnType<typeof changesByTopic>[number]
}

/** A release has a hundred changes: a topic is its heading until somebody opens it, and everything on paper. */
const TopicPart = ({ id, topic: { title, changes } }: TopicPartProps) => {
  const hash = useLocation({ select: (location) => location.hash })
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (hash === id) setOpen(true)
  }, [hash, id])
  return (
    <details className={classes.part} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Title order={3} id={id} className={classes.topic ?? ''}>
          {title}
        </Title>{' '}
        <span className="sh-quiet sh-small sh-screen-only">{counted(changes.length, 'Änderung', 'Änderungen')}</span>
      </summary>
      <ChangeList changes={changes} />
    </details>
  )
}

interface EntryCardProps {
  entry: ChangelogEntry
  name: string
  isNew: boolean
}

const EntryCard = ({ entry, name, isNew }: EntryCardProps) => {
  const topics = changesByTopic(entry, useMay()('debug view'))
  return (
    <Card component="article" id={entryId(entry)} className={classes.entry ?? ''} aria-labelledby={titleId(entry)}>
      <Group gap="sm" mb="xs">
        <Title order={2} id={titleId(entry)}>
          {name}
        </Title>
        {entry.date !== null && (
          <time className="sh-quiet" dateTime={entry.date}>
            {formatDate(entry.date)}
          </time>
        )}
        {isNew && <span className={`sh-small sh-bold ${classes.badge}`}>Neu seit Ihrem letzten Besuch</span>}
      </Group>
      {topics.map((topic) => (
        <TopicPart key={topic.title} id={topicId(entry, topic.title)} topic={topic} />
      ))}
    </Card>
  )
}

const NEWEST = 5
const NEWEST_ON_PHONES = 3

const NewestItem = ({ change }: { change: ReturnType<typeof newestFor>[number] }) => {
  const { title, text } = titledChange(change)
  return (
    <li>
      <strong className="sh-block">
        <ChangeText>{title}</ChangeText>
        {change.date && <span className="sh-quiet sh-small sh-regular">{` · ${formatDate(change.date)}`}</span>}
      </strong>
      {change.kind === 'Behoben' && 'Behoben: '}
      <ChangeText>{text}</ChangeText>
    </li>
  )
}

/** What is new in the work of this person, before everything else. */
const NewestCard = ({ entries }: { entries: readonly ChangelogEntry[] }) => {
  const permissions = useSignedIn()?.permissions ?? []
  const newest = newestFor(entries, permissions, useNarrow() ? NEWEST_ON_PHONES : NEWEST)
  if (newest.length === 0) return null
  return (
    <TitledCard id="neu-fuer-sie" title="Neu für Sie" gap="xs">
      <ul className={`sh-plain-list sh-measure ${classes.changes} ${classes.newest}`}>
        {newest.map((change) => (
          <NewestItem key={change.text} change={change} />
        ))}
      </ul>
    </TitledCard>
  )
}

const KEY = 'schulhof-changelog-seen'

const newestReleased = (entries: readonly ChangelogEntry[]) => entries.find(({ date }) => date !== null)?.name

/** How many of the entries (newest first) came after the one seen last; none on the first visit. */
export const countUnseen = (entries: readonly ChangelogEntry[], seen: string | null) => {
  const released = entries.filter(({ date }) => date !== null)
  return seen === null
    ? 0
    : Math.max(
        released.findIndex(({ name }) => name === seen),
        0,
      )
}

/** The version this browser was shown last; null on the first visit. */
const readSeenVersion = () => localStorage.getItem(KEY)

const markSeen = (entries: readonly ChangelogEntry[]) => {
  const newest = newestReleased(entries)
  if (newest !== undefined) localStorage.setItem(KEY, newest)
}

/** What is not released yet came after the newest version. */
const nameOf = ({ name, date }: ChangelogEntry, entries: readonly ChangelogEntry[]) => {
  if (date !== null) return `Version ${name}`
  const released = newestReleased(entries)
  return released === undefined ? 'Aktueller Stand' : `Seit Version ${released}`
}

/** The topics of the newest version, then the older versions. */
const placesOf = ([newest, ...older]: readonly ChangelogEntry[], isOperator: boolean) => [
  ...(newest ? changesByTopic(newest, isOperator).map(({ title }) => ({ id: topicId(newest, title), title })) : []),
  ...older.map((entry) => ({ id: entryId(entry), title: nameOf(entry, older) })),
]

const Entries = ({ entries }: { entries: readonly ChangelogEntry[] }) => {
  const [seen] = useState(readSeenVersion)
  useEffect(() => markSeen(entries), [entries])
  const isOperator = useMay()('debug view')
  const isNarrow = useNarrow()
  const unseen = countUnseen(entries, seen)
  const fresh = new Set(entries.filter(({ date }) => date !== null).slice(0, unseen))
  if (entries.length === 0) return <EmptyState title="Es gibt noch keine Einträge." />
  return (
    <div className={classes.page}>
      <NewestCard entries={entries} />
      {/* On a phone the folded topics are the list themselves. */}
      {!isNarrow && <ContentsMenu places={placesOf(entries, isOperator)} isAside />}
      <Stack gap="md">
        {entries.map((entry) => (
          <EntryCard key={entry.name} entry={entry} name={nameOf(entry, entries)} isNew={fresh.has(entry)} />
        ))}
      </Stack>
    </div>
  )
}

const LoadedEntries = () => (
  <Loaded query={useQuery(entriesQuery)} waiting={<Skeleton height={240} />}>
    {(entries) => <Entries entries={entries} />}
  </Loaded>
)

/** An admin who reports a fault or compares two installations needs the exact build. */
const RunningVersion = () => {
  const { initial } = useVersion()
  const isOperator = useMay()('debug view')
  if (!initial) return null
  const { name, commit, build_date: builtAt } = initial
  return (
    <p className="sh-quiet sh-small">
      Hier läuft Version {name}
      {/* While a server restarts, an older one may answer, which names none. */}
      {isOperator && commit && `, Stand ${shortCommit(commit)}`}
      {builtAt !== null && `, gebaut am ${formatDateTime(builtAt)} Uhr`}.
    </p>
  )
}

/** Spec §2: open to everybody who is logged in, the entries only with 'view changelog'. */
export const ChangelogPage = () => {
  const mayRead = useMay()('view changelog')
  const today = useToday()
  return (
    <Box maw={1100}>
      <PrintHead today={today} />
      <PageTitle>ChangeLog</PageTitle>
      <Text mb="lg">Was sich an Schulhof geändert hat, geordnet nach Bereichen.</Text>
      {mayRead ? (
        <LoadedEntries />
      ) : (
        <Card>
          <EmptyState
            title="Die Änderungen sind für Ihr Konto nicht freigegeben."
            text="Bitte fragen Sie Ihre Schulleitung, wenn Sie sie lesen möchten."
          />
        </Card>
      )}
      <RunningVersion />
    </Box>
  )
}
