import { Images } from 'lucide-react'
import { PHOTO_LIST_MAX, PHOTO_LIST_READERS, PHOTO_LIST_TEXTS } from '#contract/photolists/photolists.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { useMay } from '#web/api/base-data.ts'
import { type CallInput, call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { goTo } from '#web/shell/app-history.ts'
import { notify } from '#web/shell/notify.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'

/** The photo list of chosen children; its address names them, so that it can be opened again. */
export const openPhotoList = (ids: readonly number[]) => {
  if (ids.length > PHOTO_LIST_MAX) notify(PHOTO_LIST_TEXTS.tooMany)
  else if (ids.length === 0) notify('Die Liste zeigt gerade kein Kind.')
  else goTo(paths.photoListOf(ids))
}

interface PhotoListEntryWidgetProps {
  /** All hits of these filters are on the list. */
  filterQuery: CallInput<typeof pupilEndpoints.ids>['query']
}

/** In a menu of the list of pupils: the photo list of those who are listed. */
export const PhotoListEntryWidget = ({ filterQuery }: PhotoListEntryWidgetProps) => {
  const may = useMay()
  if (!may(PHOTO_LIST_READERS)) return null
  const open = async () => {
    try {
      openPhotoList((await call(pupilEndpoints.ids, { query: filterQuery })).ids)
    } catch (failure) {
      await explainFailure(failure)
    }
  }
  return (
    <MenuEntry icon={Images} onClick={() => void open()}>
      Fotoliste dieser Kinder
    </MenuEntry>
  )
}
