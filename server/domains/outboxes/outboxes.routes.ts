import { outboxEndpoints } from '#contract/outboxes/outboxes.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { readOutbox } from '#server/mail/outbox-state.ts'

/** Says whether mails leave, for staff whose families wait for them. */
export function outboxRoutes({ route }: Routes, platform: Platform) {
  route(outboxEndpoints.get, ({ tx }) => readOutbox(tx, platform))
}
