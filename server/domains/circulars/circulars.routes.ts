import { circularAttachmentEndpoints as attachmentEndpoints } from '#contract/circulars/circulars.attachments.ts'
import { CIRCULAR_TEXTS, circularEndpoints as endpoints } from '#contract/circulars/circulars.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { deliverNow } from '#server/mail/deliver-now.ts'
import { addAttachment, readAttachment, waitingFiles } from './attach-files.ts'
import { previewFor, trialFor } from './circular-mail.ts'
import { getReader, planCircular, shownReader } from './plan-circular.ts'
import { readCircular, readCirculars } from './read-circular.ts'
import { retryCircular, sendCircularLate } from './send-again.ts'
import { goOnWithCircular, pauseCircular, sendCircular, stopCircular } from './send-circular.ts'

/** Mails of the school to the parents of chosen classes (ADR 0061). */
export function circularRoutes({ route, routeDetached }: Routes, platform: Platform) {
  route(endpoints.list, ({ tx, query }) => readCirculars(tx, query))

  route(endpoints.plan, async ({ tx, body, today }) => {
    const { readers, leftOut } = await planCircular(tx, body, today)
    return { readers: readers.map(shownReader), left_out: leftOut }
  })

  route(endpoints.preview, async ({ tx, body, today }) => previewFor(tx, body, await getReader(tx, body, today)))

  routeDetached(endpoints.trial, async ({ body, viewer: { user_id: userId, email: to }, today, inTransaction }) => {
    const mail = await inTransaction(async (tx) => {
      const files = await waitingFiles(tx, body.attachment_ids, userId)
      return trialFor(tx, { ...body, to, files }, await getReader(tx, body, today))
    })
    await deliverNow(platform, mail, { userId, inTransaction })
    return { message: CIRCULAR_TEXTS.tried(to) }
  })

  route(attachmentEndpoints.add, ({ tx, query: { filename }, body: content, viewer }) =>
    addAttachment(tx, { filename, content, userId: viewer.user_id }),
  )
  route(attachmentEndpoints.file, ({ tx, params }) => readAttachment(tx, params))

  route(endpoints.add, ({ tx, body, viewer, today, now }) => sendCircular(tx, body, { viewer, today, now }))

  route(endpoints.get, ({ tx, params, today }) => readCircular(tx, params.id, today))

  route(endpoints.pause, ({ tx, params }) => pauseCircular(tx, params.id))
  route(endpoints.goOn, ({ tx, params }) => goOnWithCircular(tx, params.id))
  route(endpoints.stop, ({ tx, params }) => stopCircular(tx, params.id))
  route(endpoints.retry, ({ tx, params, today }) => retryCircular(tx, params.id, today))
  route(endpoints.sendLate, ({ tx, params: { id }, body: { people }, today, now }) =>
    sendCircularLate(tx, { id, people }, { today, now }),
  )
}
