import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import {
  type ErasureProposal,
  erasureOnRequestEndpoints,
  PROPOSAL_DAYS,
} from '#contract/retentions/retentions.on-request.ts'
import { SUBJECT_WORDS } from '#contract/subject-words.ts'
import { useMay } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { EraseOnRequestWidget } from './EraseOnRequestWidget.tsx'

/** Erasures on request that wait for the second person; nothing while there are none. */
export const ProposalsCard = () => {
  const may = useMay()
  const [opened, setOpened] = useState<ErasureProposal>()
  const { data = [] } = useQuery({
    ...queryFor(erasureOnRequestEndpoints.list, {}, { quiet: true }),
    enabled: may('view pupil sensitive'),
  })
  if (data.length === 0 && !opened) return null
  return (
    <TitledCard id="proposals" title={`Auf Antrag zu löschen (${data.length})`} gap="xs">
      <p className="sh-quiet sh-flush sh-below-2">
        Diese Löschungen warten auf eine zweite Person. Ohne Bestätigung verfallen sie nach {PROPOSAL_DAYS} Tagen.
      </p>
      <PlainTable
        isStacked
        caption="Auf Antrag zu löschen"
        rows={data}
        rowKey={({ subject, subject_id }) => `${subject} ${subject_id}`}
        columns={[
          { title: 'Name', isName: true, cell: ({ name }) => name },
          { title: 'Art', cell: ({ subject }) => SUBJECT_WORDS[subject].kind },
          {
            title: 'Vorgemerkt',
            cell: ({ proposed_at, proposed_by }) =>
              `${formatDateTime(proposed_at)}${proposed_by ? ` von ${proposed_by}` : ''}`,
          },
          {
            title: 'Aktion',
            isTitleHidden: true,
            align: 'end',
            className: 'sh-one-line sh-screen-only',
            cell: (row) => (
              <Button
                variant="default"
                size="compact-md"
                aria-label={`Ansehen: ${row.name}`}
                onClick={() => setOpened(row)}
              >
                Ansehen
              </Button>
            ),
          },
        ]}
      />
      {opened && (
        <EraseOnRequestWidget
          subject={opened.subject}
          id={opened.subject_id}
          name={opened.name}
          onClose={() => setOpened(undefined)}
          onErased={() => {}}
        />
      )}
    </TitledCard>
  )
}
