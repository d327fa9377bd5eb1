import { useQuery } from '@tanstack/react-query'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { queryFor } from '#web/api/queries.ts'
import type { AwayNotes } from '#web/domains/sicknotes/AwayMarkWidget.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { type PupilListState, pupilFilterQuery } from './pupil-list-query.ts'

interface PupilAwayPickerProps {
  state: PupilListState
  awayNotes: AwayNotes
}

/** In a list for today: all children, or only those who are away, with the number of each. */
export const PupilAwayPicker = ({ state, awayNotes }: PupilAwayPickerProps) => {
  const everybody = pupilFilterQuery({ ...state, filters: { ...state.filters, away: undefined } })
  const { ids } = useQuery(queryFor(pupilEndpoints.ids, { query: everybody }, { quiet: true })).data ?? {}
  return (
    <TabPicker
      label="Anwesenheit"
      options={[
        { value: undefined, label: 'Alle', count: ids?.length },
        { value: '1', label: 'Fehlen heute', count: ids?.filter((id) => awayNotes(id).length > 0).length },
      ]}
      chosen={state.filters.away && '1'}
      onChoose={(value) => state.setFilter('away', value)}
    />
  )
}
