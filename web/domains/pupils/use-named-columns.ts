import { useState } from 'react'
import { LISTED_COLUMNS } from '#contract/pupils/listed-fields.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { namedColumns } from './pupil-list-query.ts'

/** The columns that the address of the list names, and the choice of others. */
export const useNamedColumns = () => {
  const address = useUrlSearch()
  const named = namedColumns(address.get('columns'), useSignedIn()?.permissions ?? [])
  /** What the table showed when all columns were asked for; undefined while the dialog is closed. */
  const [shownBefore, setShownBefore] = useState<readonly string[]>()
  const onChoose = (keys: readonly string[]) => address.set({ columns: keys.join(',') || undefined })
  return {
    named,
    /** Those that not every table has. */
    further: named?.filter((key) => LISTED_COLUMNS.includes(key)) ?? [],
    choice: { keys: named, onChoose, onMore: setShownBefore },
    dialog: shownBefore && { shown: shownBefore, onChoose, onGone: () => setShownBefore(undefined) },
  }
}
