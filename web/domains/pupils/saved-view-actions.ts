import { type SavedView, savedViewEndpoints } from '#contract/savedviews/savedviews.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { randomKey } from '#web/api/random-key.ts'
import { promptDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'

const PAGE = 'pupils' as const
export const viewsQuery = queryFor(savedViewEndpoints.list, { query: { page: PAGE } }, { quiet: true })

/** What the server says it did; undefined: it refused, which is shown. */
const act = (send: () => Promise<{ message: string }>) =>
  actOnce('saved view', async () => {
    const { message } = await send()
    await renewReplies([savedViewEndpoints.list])
    return message
  })

const keep = ({ name, query }: Pick<SavedView, 'name' | 'query'>) =>
  act(() => call(savedViewEndpoints.add, { body: { page: PAGE, name, query }, idempotencyKey: randomKey() }))

const bringBack = async (view: SavedView) => {
  const message = await keep(view)
  if (message) notify(message)
}

/** What was there before comes back with „Rückgängig“. */
const tell = (message: string | undefined, before: SavedView) =>
  message && notify(message, { about: `view ${before.name}`, undo: () => bringBack(before) })

export const replaceView = async (view: SavedView, query: string) => tell(await keep({ name: view.name, query }), view)

export const forgetView = async (view: SavedView) =>
  tell(await act(() => call(savedViewEndpoints.remove, { params: { id: view.id } })), view)

/** A name that is taken replaces that view. */
export const askAndKeepView = async (query: string, views: readonly SavedView[]) => {
  const typed = await promptDialog({
    title: 'Ansicht merken',
    message: 'Filter, Sortierung und Zeilen pro Seite. Nur Sie sehen Ihre Ansichten.',
    label: 'Name der Ansicht',
    accept: 'Merken',
  })
  const name = typed?.trim()
  if (!name) return
  const before = views.find((view) => view.name.toLowerCase() === name.toLowerCase())
  const message = await keep({ name, query })
  if (before) await tell(message, before)
  else if (message) notify(message)
}
