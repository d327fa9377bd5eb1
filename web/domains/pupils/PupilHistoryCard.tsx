import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import type { PupilHistoryChange, PupilHistoryEntry } from '#contract/pupils/pupils.notes.ts'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { FoldedOnPhones } from '#web/ui/FoldedPart.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import page from '#web/ui/record-page.module.css'
import { historyQuery } from './pupil-query.ts'

const SHOWN_AT_FIRST = 10

const sentenceOf = ({ text, fields }: PupilHistoryChange) =>
  fields.length === 0 ? text : `${text}: ${fields.join(', ')}`

const History = ({ entries }: { entries: readonly PupilHistoryEntry[] }) => {
  const [isWhole, setWhole] = useState(false)
  if (entries.length === 0) return <p className="sh-quiet sh-flush">Noch keine Änderung.</p>
  return (
    <>
      <ol className={`sh-plain-list ${page.list}`}>
        {entries.slice(0, isWhole ? entries.length : SHOWN_AT_FIRST).map(({ id, at, by, changes }) => (
          <li key={id}>
            <span>
              {by ?? 'Das System'} {changes.map(sentenceOf).join('; ')}
            </span>
            <time dateTime={at} className="sh-quiet sh-figures">
              {formatDateTime(at)}
            </time>
          </li>
        ))}
      </ol>
      {!isWhole && entries.length > SHOWN_AT_FIRST && (
        <Button variant="subtle" size="compact-md" mt="xs" onClick={() => setWhole(true)}>
          Alle {entries.length} anzeigen
        </Button>
      )}
    </>
  )
}

/** Who changed which field when, without what it held (domain DP-06). */
export const PupilHistoryCard = ({ pupilId }: { pupilId: number }) => (
  <EditableCard name="verlauf" headingId="history" title="Verlauf" isUnprinted>
    <FoldedOnPhones name="verlauf" summary="Änderungen">
      <Loaded query={useQuery(historyQuery(pupilId))}>{(entries) => <History entries={entries} />}</Loaded>
    </FoldedOnPhones>
  </EditableCard>
)
