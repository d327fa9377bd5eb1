import { circularEndpoints as endpoints } from '#contract/circulars/circulars.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { previewFor } from './circular-mail.ts'
import { planCircular, shownReader } from './plan-circular.ts'
import { readCircular, readCirculars } from './read-circular.ts'
import { goOnWithCircular, pauseCircular, retryCircular, sendCircular, stopCircular } from './send-circular.ts'

/** Mails of the school to the parents of chosen classes (ADR 0061). */
export function circularRoutes({ route }: Routes) {
  route(endpoints.list, ({ tx, query }) => readCirculars(tx, query))

  route(endpoints.plan, async ({ tx, body, today }) => {
    const { readers, leftOut } = await planCircular(tx, body, today)
    return { readers: readers.map(shownReader), left_out: leftOut }
  })

  route(endpoints.preview, async ({ tx, body, today }) => {
    const { readers } = await planCircular(tx, body, today)
    const reader = readers.find(({ id }) => id === body.reader_id)
    if (!reader) throw notFound()
    return previewFor(tx, body, reader)
  })

  route(endpoints.add, ({ tx, body, viewer, today, now }) => sendCircular(tx, body, { viewer, today, now }))

  route(endpoints.get, ({ tx, params, today }) => readCircular(tx, params.id, today))

  route(endpoints.pause, ({ tx, params }) => pauseCircular(tx, params.id))
  route(endpoints.goOn, ({ tx, params }) => goOnWithCircular(tx, params.id))
  route(endpoints.stop, ({ tx, params }) => stopCircular(tx, params.id))
  route(endpoints.retry, ({ tx, params }) => retryCircular(tx, params.id))
}
