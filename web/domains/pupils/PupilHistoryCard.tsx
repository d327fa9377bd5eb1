import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import type { PupilHistoryChange, PupilHistoryEntry } from '#contract/pupils/pupils.notes.ts'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import page from '#web/ui/record-page.module.css'
import { historyQuery } from './pupil-query.ts'

const SHOWN_AT_FIRST = 10

const sentenceOf = ({ text, fields }: PupilHistoryChange) =>
  fields.length === 0 ? text : `${text}: ${fields.join(', ')}`

const HistoryLines = ({ entries }: { entries: readonly PupilHistoryEntry[] }) => (
  <ol className={page.list}>
    {entries.map(({ id, at, by, changes }) => (
      <li key={id}>
        <span>
          {by ?? 'Das System'} {changes.map(sentenceOf).join('; ')}
        </span>
        <time dateTime={at} className={`${page.quiet} sh-figures`}>
          {formatDateTime(at)}
        </time>
      </li>
    ))}
  </ol>
)

const History = ({ pupilId }: { pupilId: number }) => {
  const history = useQuery(historyQuery(pupilId))
  const [isWhole, setWhole] = useState(false)
  if (history.isPending) return <LoadingText />
  if (history.isError) return <NotLoaded onRetry={() => void history.refetch()} />
  const { data } = history
  if (data.length === 0) return <p className={page.quiet}>Noch keine Änderung.</p>
  return (
    <>
      <HistoryLines entries={isWhole ? data : data.slice(0, SHOWN_AT_FIRST)} />
      {!isWhole && data.length > SHOWN_AT_FIRST && (
        <Button variant="subtle" size="compact-md" mt="xs" onClick={() => setWhole(true)}>
          Alle {data.length} anzeigen
        </Button>
      )}
    </>
  )
}

/** Who changed which field when, without what it held (domain DP-06). */
export const PupilHistoryCard = ({ pupilId }: { pupilId: number }) => (
  <EditableCard name="verlauf" headingId="history" title="Verlauf" isUnprinted>
    <History pupilId={pupilId} />
  </EditableCard>
)
