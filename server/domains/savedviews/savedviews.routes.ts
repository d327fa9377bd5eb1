import { savedViewEndpoints as endpoints, SAVED_VIEW_TEXTS, SAVED_VIEWS_MAX } from '#contract/savedviews/savedviews.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { deleteView, insertView, listViews, lockViewNames } from './savedviews.queries.ts'

/** Saved views of lists; users have only their own. */
export function savedViewRoutes({ route }: Routes) {
  route(endpoints.list, ({ tx, viewer, query }) => listViews(tx, viewer, query.page))

  route(endpoints.add, async ({ tx, viewer, body }) => {
    const names = await lockViewNames(tx, viewer, body.page)
    const isNew = !names.includes(body.name.toLowerCase())
    if (isNew && names.length >= SAVED_VIEWS_MAX) throw invalid({ name: [SAVED_VIEW_TEXTS.tooMany] })
    return { id: await insertView(tx, body, viewer), message: SAVED_VIEW_TEXTS[isNew ? 'kept' : 'replaced'](body.name) }
  })

  route(endpoints.remove, async ({ tx, viewer, params }) => {
    const name = await deleteView(tx, params.id, viewer)
    if (name === undefined) throw notFound()
    return { message: SAVED_VIEW_TEXTS.forgotten(name) }
  })
}
