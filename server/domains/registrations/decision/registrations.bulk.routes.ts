import { registrationBulkEndpoints as endpoints } from '#contract/registrations/registrations.bulk.ts'
import { readExport, writeExport } from '#server/domains/registrations/export-registrations.ts'
import { resendOptins } from '#server/domains/registrations/mails/resend-optins-many.ts'
import { listRegistrationIds } from '#server/domains/registrations/registrations.list.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { areMailsDelayed } from '#server/mail/outbox-state.ts'
import { changeStatuses } from './change-status-many.ts'

/**
 * Actions on many applications at once. The content of a file is read and logged in one transaction, and written after
 * it.
 */
export function registrationBulkRoutes({ route, routeDetached }: Routes, platform: Platform) {
  const { limits } = platform

  route(endpoints.ids, async ({ tx, query, today, now }) => ({
    ids: await listRegistrationIds(tx, { ...query, today, now }),
  }))

  route(endpoints.status, ({ tx, body, ...acting }) => changeStatuses(tx, body, acting))

  route(endpoints.resend, async ({ tx, body, viewer }) => {
    const isWaiting = await areMailsDelayed(tx, platform)
    return resendOptins(tx, body.ids, { schoolId: viewer.school_id, limits, isWaiting })
  })

  routeDetached(endpoints.export, async ({ body, today, inTransaction }) => {
    const rows = await inTransaction((tx) => readExport(tx, body.ids))
    return writeExport(rows, { format: body.format, today })
  })
}
