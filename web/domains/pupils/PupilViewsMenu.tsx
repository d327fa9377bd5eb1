import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, Check, ChevronDown, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type SavedView, savedViewEndpoints } from '#contract/savedviews/savedviews.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { promptDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { shownView, viewChanges, viewOf } from './pupil-list-query.ts'

const PAGE = 'pupils' as const
const viewsQuery = queryFor(savedViewEndpoints.list, { query: { page: PAGE } }, { quiet: true })

const { act, actAndNotify } = actionsAbout('saved', () => renewReplies([savedViewEndpoints.list]))

const send = ({ name, query }: Pick<SavedView, 'name' | 'query'>) =>
  call(savedViewEndpoints.add, { body: { page: PAGE, name, query }, idempotencyKey: randomKey() })

/** What was there before comes back with „Rückgängig“. */
const tell = (message: string | undefined, before: SavedView) =>
  message && notify(message, { about: `view ${before.name}`, undo: () => actAndNotify('view', () => send(before)) })

const replaceView = async (view: SavedView, query: string) =>
  tell(await act('view', () => send({ name: view.name, query })), view)

const forgetView = async (view: SavedView) =>
  tell(await act('view', () => call(savedViewEndpoints.remove, { params: { id: view.id } })), view)

/** A name that is taken replaces that view. */
const askAndKeepView = async (query: string, views: readonly SavedView[]) => {
  const typed = await promptDialog({
    title: 'Ansicht merken',
    message: 'Filter, Sortierung und Zeilen pro Seite. Nur Sie sehen Ihre Ansichten.',
    label: 'Name der Ansicht',
    accept: 'Merken',
  })
  const name = typed?.trim()
  if (!name) return
  const before = views.find((view) => view.name.toLowerCase() === name.toLowerCase())
  if (before) tell(await act('view', () => send({ name, query })), before)
  else await actAndNotify('view', () => send({ name, query }))
}

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
          ms={{ sm: 'auto' }}
          leftSection={<Bookmark size={20} aria-hidden />}
          rightSection={<ChevronDown size={16} aria-hidden />}
        >
          {current ? `Ansicht: ${current.name}` : 'Ansichten'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="sh-breaks" maw={340} mah={420} style={{ overflowY: 'auto' }}>
        {views.length === 0 && <Menu.Label>Noch keine Ansicht gemerkt</Menu.Label>}
        {views.map((view) => (
          <Menu.Item
            key={view.id}
            aria-current={view === current || undefined}
            leftSection={<Check size={20} aria-hidden visibility={view === current ? 'visible' : 'hidden'} />}
            onClick={() => show(view)}
          >
            {view.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {current ? (
          <MenuEntry icon={Trash2} onClick={() => void forgetView(current)}>
            {`„${current.name}“ vergessen`}
          </MenuEntry>
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
          <MenuEntry icon={RefreshCw} onClick={() => void replaceView(changed, shown)}>
            {`„${changed.name}“ durch diese ersetzen`}
          </MenuEntry>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
