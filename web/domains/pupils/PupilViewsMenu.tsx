import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, BookmarkPlus, Check, ChevronDown, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type SavedView, savedViewEndpoints } from '#contract/saved-views.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { promptDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { useUrlSearch } from '#web/shell/use-url-search.ts'
import classes from './PupilsPage.module.css'
import { shownView, viewChanges, viewOf } from './saved-views.ts'

const PAGE = 'pupils' as const
const viewsQuery = queryFor(savedViewEndpoints.list, { query: { page: PAGE } }, { quiet: true })
const refresh = () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })

/** A refusal is shown; answers whether it was done. */
const act = async <R,>(send: () => Promise<R>) => {
  try {
    const reply = await send()
    await refresh()
    return reply
  } catch (failure) {
    await explainFailure(failure)
    return undefined
  }
}

const keep = ({ name, query }: Pick<SavedView, 'name' | 'query'>) =>
  act(() => call(savedViewEndpoints.add, { body: { page: PAGE, name, query }, idempotencyKey: randomKey() }))

const replace = async (view: SavedView, query: string) => {
  const reply = await keep({ name: view.name, query })
  if (reply)
    void notify(`Ansicht „${view.name}“ ist ersetzt.`, { about: `view ${view.name}`, undo: () => restore(view) })
}

const restore = async (view: SavedView) => {
  if (await keep(view)) await notify(`Ansicht „${view.name}“ ist wieder da.`)
}

const forget = async (view: SavedView) => {
  const reply = await act(() => call(savedViewEndpoints.remove, { params: { id: view.id } }))
  if (reply)
    void notify(`Ansicht „${view.name}“ ist vergessen.`, { about: `view ${view.name}`, undo: () => restore(view) })
}

const askAndKeep = async (query: string, views: readonly SavedView[]) => {
  const name = (
    await promptDialog({
      title: 'Ansicht merken',
      message: 'Filter, Sortierung und Zeilen pro Seite. Nur Sie sehen Ihre Ansichten.',
      label: 'Name der Ansicht',
      accept: 'Merken',
    })
  )?.trim()
  if (!name) return
  const before = views.find((view) => view.name === name)
  if (before) return replace(before, query)
  if (await keep({ name, query })) void notify(`Ansicht „${name}“ ist gemerkt.`)
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
          size="md"
          px="md"
          className={classes.views ?? ''}
          leftSection={<Bookmark size={20} aria-hidden />}
          rightSection={<ChevronDown size={16} aria-hidden />}
        >
          {current ? `Ansicht: ${current.name}` : 'Ansichten'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.viewList ?? ''}>
        {views.length === 0 && <Menu.Label>Noch keine Ansicht gemerkt</Menu.Label>}
        {views.map((view) => (
          <Menu.Item
            key={view.id}
            aria-current={view === current || undefined}
            leftSection={view === current ? <Check size={20} aria-hidden /> : <span className={classes.noIcon} />}
            onClick={() => show(view)}
          >
            {view.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {!current && (
          <Menu.Item
            leftSection={<BookmarkPlus size={20} aria-hidden />}
            disabled={shown === ''}
            onClick={() => void askAndKeep(shown, views)}
          >
            Ansicht merken …
          </Menu.Item>
        )}
        {changed && (
          <Menu.Item leftSection={<RefreshCw size={20} aria-hidden />} onClick={() => void replace(changed, shown)}>
            {`„${changed.name}“ durch diese ersetzen`}
          </Menu.Item>
        )}
        {current && (
          <Menu.Item leftSection={<Trash2 size={20} aria-hidden />} onClick={() => void forget(current)}>
            {`„${current.name}“ vergessen`}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
