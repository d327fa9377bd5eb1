import { Box, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ChangelogEntry, changelogEndpoints } from '#contract/changelog/changelog.ts'
import { formatDate } from '#contract/dates.ts'
import { loadBaseData, useMay, useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
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

const titleId = (entry: ChangelogEntry) => `${entryId(entry)}-titel`

const EntryCard = ({ entry, isNew }: { entry: ChangelogEntry; isNew: boolean }) => (
  <Card component="article" id={entryId(entry)} className={classes.entry ?? ''} aria-labelledby={titleId(entry)}>
    <Group gap="sm" mb="xs">
      <Title order={2} id={titleId(entry)}>
        {entry.date === null ? 'Nächste Fassung' : `Version ${entry.name}`}
      </Title>
      {entry.date !== null && (
        <time className="sh-quiet" dateTime={entry.date}>
          {formatDate(entry.date)}
        </time>
      )}
      {isNew && <span className={`sh-small sh-bold ${classes.badge}`}>Neu seit Ihrem letzten Besuch</span>}
    </Group>
    <ul className={`sh-bullets sh-measure ${classes.changes}`}>
      {entry.changes.map((change) => (
        <li key={change}>
          <ChangeText>{change}</ChangeText>
        </li>
      ))}
    </ul>
  </Card>
)

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

const Entries = ({ entries }: { entries: readonly ChangelogEntry[] }) => {
  const [seen] = useState(readSeenVersion)
  useEffect(() => markSeen(entries), [entries])
  const unseen = countUnseen(entries, seen)
  const fresh = new Set(entries.filter(({ date }) => date !== null).slice(0, unseen))
  if (entries.length === 0) return <EmptyState title="Es gibt noch keine Einträge." />
  return (
    <Stack gap="md">
      {entries.map((entry) => (
        <EntryCard key={entry.name} entry={entry} isNew={fresh.has(entry)} />
      ))}
    </Stack>
  )
}

const LoadedEntries = () => (
  <Loaded query={useQuery(entriesQuery)} waiting={<Skeleton height={240} />}>
    {(entries) => <Entries entries={entries} />}
  </Loaded>
)

/** Spec §2: open to everybody who is logged in, the entries only with 'view changelog'. */
export const ChangelogPage = () => {
  const mayRead = useMay()('view changelog')
  const today = useToday()
  return (
    <Box maw={800}>
      <PrintHead today={today} />
      <PageTitle>ChangeLog</PageTitle>
      <Text mb="lg">Was sich an Schulhof geändert hat, das Neueste zuerst.</Text>
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
    </Box>
  )
}
