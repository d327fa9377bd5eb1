import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PupilRow, pupilEndpoints, seesPupilContacts } from '#contract/pupils/pupils.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { tableState } from '#web/lists/table-state.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import type { OpenedDialog } from './PupilListDialog.tsx'
import { BULK_PERMISSIONS } from './PupilsBulkCard.tsx'
import { restorePupils } from './pupil-list-actions.tsx'
import { isBin, LIST_DEFAULTS, pupilListQuery } from './pupil-list-query.ts'
import { usePupilSelection } from './use-pupil-selection.ts'

const NO_ROWS: PupilRow[] = []

/** What the list shows, who is chosen, and what is open beside it. */
export const usePupilsPage = () => {
  const mayChoose = useMay()(BULK_PERMISSIONS)
  const seesContacts = seesPupilContacts(useSignedIn()?.permissions ?? [])
  const state = tableState(useUrlSearch(), LIST_DEFAULTS)
  const list = useQuery(queryFor(pupilEndpoints.list, { query: pupilListQuery(state) }, { keepPrevious: true }))
  const { data: rows, total = 0 } = list.data ?? {}
  const selection = usePupilSelection(state, { data: rows ?? NO_ROWS, total })
  const [quick, setQuick] = useState<PupilRow>()
  const [opened, setOpened] = useState<OpenedDialog>()
  const inBin = isBin(state)
  const hasQuickView = seesContacts && !inBin
  return {
    ...{ state, list, rows, total, selection, mayChoose, seesContacts, inBin, hasQuickView },
    ...{ quick, setQuick, opened, setOpened },
    pressOnRow: (row: PupilRow, key: string) => {
      if (key !== ' ' || !hasQuickView) return false
      setQuick(row)
      return true
    },
    restoreChosen: async () => {
      const ids = selection.chosen.map(({ id }) => id)
      if (await restorePupils(ids)) selection.forget(ids)
    },
  }
}
export type PupilsPageState = ReturnType<typeof usePupilsPage>
