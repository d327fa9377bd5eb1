import { seenQuery } from '#contract/pupils/seen-views.ts'
import { savedViewEndpoints as endpoints, SAVED_VIEW_TEXTS, SAVED_VIEWS_MAX } from '#contract/savedviews/savedviews.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { deleteView, insertView, listViews, lockViewNames } from './savedviews.queries.ts'

/** Saved views of lists: users have their own and see what colleagues share, as far as their role shows it. */
export function savedViewRoutes({ route }: Routes) {
  route(endpoints.list, async ({ tx, viewer, query }) => {
    const views = await listViews(tx, viewer, query.page)
    return views.flatMap((view) => {
      const seen = view.is_own ? view.query : seenQuery(view.query, viewer.permissions)
      return seen === undefined ? [] : [{ ...view, query: seen }]
    })
  })

  route(endpoints.add, async ({ tx, viewer, body }) => {
    if (body.shared && !viewer.permissions.includes('manage pupil'))
      throw invalid({ shared: [SAVED_VIEW_TEXTS.mayNotShare] })
    const names = await lockViewNames(tx, viewer, body.page)
    const isNew = !names.includes(body.name.toLowerCase())
    if (isNew && names.length >= SAVED_VIEWS_MAX) throw invalid({ name: [SAVED_VIEW_TEXTS.tooMany] })
    const told = body.shared ? 'shared' : isNew ? 'kept' : 'replaced'
    return { id: await insertView(tx, body, viewer), message: SAVED_VIEW_TEXTS[told](body.name) }
  })

  route(endpoints.remove, async ({ tx, viewer, params }) => {
    const name = await deleteView(tx, params.id, viewer)
    if (name === undefined) throw notFound()
    return { message: SAVED_VIEW_TEXTS.forgotten(name) }
  })
}
