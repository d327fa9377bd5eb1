import { Users } from 'lucide-react'
import { PHOTO_LIST_MAX } from '#contract/photolists/photolists.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PhotoListWidget } from './PhotoListWidget.tsx'

const CRUMBS = [{ text: 'Schülerinnen und Schüler', to: paths.pupils }]

const chosenIds = (inAddress = '') =>
  inAddress
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, PHOTO_LIST_MAX)

/** The photo list of the children that the address names. */
export const PhotoListPage = () => {
  const ids = chosenIds(useUrlSearch().get('kinder'))
  if (ids.length > 0) return <PhotoListWidget scope={{ ids }} crumbs={CRUMBS} />
  return (
    <>
      <PageHead crumbs={CRUMBS}>Fotoliste</PageHead>
      <EmptyState
        title="Noch keine Kinder gewählt."
        text="Wählen Sie in der Liste Kinder aus und öffnen Sie dann die Fotoliste. Für eine ganze Klasse öffnen Sie sie auf der Seite der Klasse."
        action={
          <IconButton icon={Users} to={paths.pupils}>
            Schülerinnen und Schüler
          </IconButton>
        }
      />
    </>
  )
}
