import { Button, Menu } from '@mantine/core'
import {
  Bookmark,
  BookmarkPlus,
  ChartColumn,
  Check,
  ChevronDown,
  ClipboardCheck,
  RefreshCw,
  Trash2,
  Users,
} from 'lucide-react'
import { type ComponentPropsWithRef, useState } from 'react'
import { isListOfDay, type ReadyList } from '#contract/pupils/ready-lists.ts'
import { type SavedView, savedViewEndpoints } from '#contract/savedviews/savedviews.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { renewReplies } from '#web/api/queries.ts'
import { randomKey } from '#web/api/random-key.ts'
import { PhotoListEntryWidget } from '#web/domains/photolists/PhotoListEntryWidget.tsx'
import { paths } from '#web/paths.ts'
import { promptDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { isBin, type PupilListState, pupilFilterQuery, viewChanges } from './pupil-list-query.ts'
import { useShownView, VIEWS_OF_PUPILS } from './use-shown-view.ts'

const { act, actAndNotify } = actionsAbout('saved', () => renewReplies([savedViewEndpoints.list]))

const send = ({ name, query, shared = false }: Pick<SavedView, 'name' | 'query'> & { shared?: boolean }) =>
  call(savedViewEndpoints.add, { body: { page: VIEWS_OF_PUPILS, name, query, shared }, idempotencyKey: randomKey() })

/** Shows a view to all colleagues, or to nobody else any more. */
const shareView = (view: SavedView) => actAndNotify('view', () => send({ ...view, shared: !view.shared }))

/** What was there before comes back with „Rückgängig“. */
const tell = (message: string | undefined, before: SavedView) =>
  message && notify(message, { about: `view ${before.name}`, undo: () => actAndNotify('view', () => send(before)) })

const replaceView = async (view: SavedView, query: string) =>
  tell(await act('view', () => send({ ...view, query })), view)

const forgetView = async (view: SavedView) =>
  tell(await act('view', () => call(savedViewEndpoints.remove, { params: { id: view.id } })), view)

/** A name that is taken replaces that view. */
const askAndKeepView = async (query: string, views: readonly SavedView[]) => {
  const typed = await promptDialog({
    title: 'Ansicht merken',
    message:
      'Filter, Spalten, Sortierung und Zeilen pro Seite. Nur Sie sehen die Ansicht, solange Sie sie nicht freigeben.',
    label: 'Name der Ansicht',
    accept: 'Merken',
  })
  const name = typed?.trim()
  if (!name) return
  const before = views.find((view) => view.is_own && view.name.toLowerCase() === name.toLowerCase())
  if (before) tell(await act('view', () => send({ name, query, shared: before.shared })), before)
  else await actAndNotify('view', () => send({ name, query }))
}

interface ViewItemProps {
  view: { name: string; shared?: boolean; is_own?: boolean }
  isCurrent: boolean
  onShow: () => void
}

const ViewItem = ({ view: { name, shared, is_own }, isCurrent, onShow }: ViewItemProps) => (
  <Menu.Item
    aria-current={isCurrent || undefined}
    leftSection={<Check size={20} aria-hidden visibility={isCurrent ? 'visible' : 'hidden'} />}
    onClick={onShow}
  >
    {shared && is_own ? `${name} (für alle)` : name}
  </Menu.Item>
)

/** The ready lists with today's first, which says so. */
const withTodayFirst = (lists: readonly ReadyList[], today: string) => {
  const ofToday = lists.filter((list) => isListOfDay(list, today))
  const others = lists.filter((list) => !ofToday.includes(list))
  return [
    ...ofToday.map((list) => ({ list, name: list.name.replace(/ am (.+)$/, ' heute ($1)') })),
    ...others.map((list) => ({ list, name: list.name })),
  ]
}

interface ViewsButtonProps extends ComponentPropsWithRef<'button'> {
  /** What the shown list is called. */
  title: string | undefined
}

const ViewsButton = ({ title, ...button }: ViewsButtonProps) => {
  const isNarrow = useNarrow()
  const name = title ? `Ansicht: ${title}` : 'Ansichten'
  // On a phone it stands beside the filters: the bookmark says that it is a view.
  const isShort = isNarrow && title !== undefined
  return (
    <Button
      {...button}
      variant="default"
      px="sm"
      data-shrinks
      ms={{ sm: 'auto' }}
      {...(isShort && { 'aria-label': name, flex: '1 1 8rem', justify: 'space-between' })}
      leftSection={<Bookmark size={20} aria-hidden />}
      rightSection={<ChevronDown size={16} aria-hidden />}
    >
      {isShort ? title : name}
    </Button>
  )
}

/** Ux §2: filters and order under a name, to be shown again with one press. */
export const PupilViewsMenu = ({ state }: { state: PupilListState }) => {
  const { search, views, ready, shown, current, readyList, name: title } = useShownView()
  const [lastId, setLastId] = useState<number>()
  const may = useMay()
  const today = useToday()
  const own = views.filter(({ is_own }) => is_own)
  const shared = views.filter(({ is_own }) => !is_own)
  const changed = current ? undefined : own.find(({ id }) => id === lastId)
  const show = ({ id, query }: SavedView) => {
    setLastId(id)
    search.set(viewChanges(query))
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ViewsButton title={title} />
      </Menu.Target>
      <Menu.Dropdown className="sh-breaks" maw={340} mah="min(600px, 60dvh)" style={{ overflowY: 'auto' }}>
        {/* What leads to other pages comes first: below the ready lists it would be out of sight on a small screen. */}
        {!isBin(state) && <PhotoListEntryWidget filterQuery={pupilFilterQuery(state)} />}
        {may('manage pupil') && (
          <MenuEntry icon={ChartColumn} to={paths.pupilFigures}>
            Zahlen für das Schulamt
          </MenuEntry>
        )}
        {may('manage pupil') && (
          <MenuEntry icon={ClipboardCheck} to={paths.dataChecks}>
            Datenabgleich mit den Familien
          </MenuEntry>
        )}
        <Menu.Divider />
        <ViewItem
          view={{ name: 'Alle Schülerinnen und Schüler' }}
          isCurrent={shown === ''}
          onShow={() => search.set(viewChanges(''))}
        />
        <Menu.Divider />
        {own.length === 0 && <Menu.Label>Noch keine Ansicht gemerkt</Menu.Label>}
        {own.map((view) => (
          <ViewItem key={view.id} view={view} isCurrent={view === current} onShow={() => show(view)} />
        ))}
        {shared.length > 0 && <Menu.Label>Von Kolleginnen und Kollegen</Menu.Label>}
        {shared.map((view) => (
          <ViewItem key={view.id} view={view} isCurrent={view === current} onShow={() => show(view)} />
        ))}
        {ready.length > 0 && <Menu.Label>Fertige Listen</Menu.Label>}
        {withTodayFirst(ready, today).map(({ list, name }) => (
          <ViewItem
            key={name}
            view={{ name }}
            isCurrent={list === readyList}
            onShow={() => search.set(viewChanges(list.query))}
          />
        ))}
        <Menu.Divider />
        {current?.is_own && may('manage pupil') && (
          <MenuEntry icon={Users} onClick={() => void shareView(current)}>
            {current.shared ? 'Nicht mehr für alle freigeben' : 'Für alle freigeben'}
          </MenuEntry>
        )}
        {current?.is_own ? (
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
