import { useQuery } from '@tanstack/react-query'
import { isTodayNote } from '#contract/sicknotes/sicknotes.rules.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import { useToday } from '#web/api/base-data.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { sicknotesQuery } from './sicknote-queries.ts'
import { rangeText, sinceText } from './sicknote-texts.ts'
import { useNoteRights } from './use-note-rights.ts'

/** When a child is away, for those who get neither reasons nor counts; whoever enters notes has these instead. */
export const PupilNotesWidget = ({ pupilId }: { pupilId: number }) => {
  const { seesNotes, isEditor } = useNoteRights()
  const today = useToday()
  const isWanted = seesNotes && !isEditor
  const loaded = useQuery({ ...sicknotesQuery, enabled: isWanted })
  if (!isWanted) return null
  return (
    <TitledCard id="abwesenheit" title="Abwesenheit">
      <Loaded query={loaded}>
        {(all) => {
          const notes = all.filter(({ pupil }) => pupil.id === pupilId)
          const isAway = notes.some((note) => isTodayNote(note, today))
          return (
            <FactList
              facts={[
                {
                  label: 'Heute',
                  value: isAway ? (
                    <StatusChip tone="attention" icon="dot">
                      abgemeldet
                    </StatusChip>
                  ) : (
                    'nicht abgemeldet'
                  ),
                },
                {
                  label: notes.length > 1 ? 'Zeiträume' : 'Zeitraum',
                  value: notes
                    .map(({ value }) =>
                      [rangeText(value, today), sinceText(value, today), partText(value)].filter(Boolean).join(', '),
                    )
                    .join('\n'),
                },
              ]}
            />
          )
        }}
      </Loaded>
    </TitledCard>
  )
}
