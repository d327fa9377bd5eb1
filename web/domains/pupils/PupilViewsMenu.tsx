import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, Check, ChevronDown, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SavedView } from '#contract/savedviews/savedviews.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import classes from './pupils.module.css'
import { askAndKeepView, forgetView, replaceView, viewsQuery } from './saved-view-actions.ts'
import { shownView, viewChanges, viewOf } from './view-query.ts'

interface ViewItemsProps {
  views: readonly SavedView[]
  /** The view whose filters are shown as they are kept. */
  current: SavedView | undefined
  onShow: (view: SavedView) => void
}

const ViewItems = ({ views, current, onShow }: ViewItemsProps) => (
  <>
    {views.length === 0 && <Menu.Label>Noch keine Ansicht gemerkt</Menu.Label>}
    {views.map((view) => (
      <Menu.Item
        key={view.id}
        aria-current={view === current || undefined}
        leftSection={view === current ? <Check size={20} aria-hidden /> : <span className={classes.noIcon} />}
        onClick={() => onShow(view)}
      >
        {view.name}
      </Menu.Item>
    ))}
  </>
)

/** Ux §2: filters and order under a name, to be shown again with one press. */
export const PupilViewsMenu = () => {
  const search = useUrlSearch()
  const { data: views = [] } = useQuery(viewsQuery)
  const shown = viewOf(search.get)
  const current = shownView(views, shown)
  const [lastId, setLastId] = useState<number>()
  const changed = current ? undefined : views.find(({ id }) => id === lastId)
  const show = ({ id, query }: SavedView) => {
    setLastId(id)
    search.set(viewChanges(query))
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          px="sm"
          data-shrinks
          className={classes.views ?? ''}
          leftSection={<Bookmark size={20} aria-hidden />}
          rightSection={<ChevronDown size={16} aria-hidden />}
        >
          {current ? `Ansicht: ${current.name}` : 'Ansichten'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.viewList ?? ''}>
        <ViewItems views={views} current={current} onShow={show} />
        <Menu.Divider />
        {current ? (
          <Menu.Item leftSection={<Trash2 size={20} aria-hidden />} onClick={() => void forgetView(current)}>
            {`„${current.name}“ vergessen`}
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<BookmarkPlus size={20} aria-hidden />}
            disabled={shown === ''}
            onClick={() => void askAndKeepView(shown, views)}
          >
            Ansicht merken …
          </Menu.Item>
        )}
        {changed && (
          <Menu.Item leftSection={<RefreshCw size={20} aria-hidden />} onClick={() => void replaceView(changed, shown)}>
            {`„${changed.name}“ durch diese ersetzen`}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
