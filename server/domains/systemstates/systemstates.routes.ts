import { MINUTE_MS } from '#contract/dates.ts'
import { alarmsOf } from '#contract/systemstates/systemstates.alarms.ts'
import { systemStateEndpoints as endpoints, type ShownAlarm } from '#contract/systemstates/systemstates.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { listConfirmedAlarms } from '#server/watch/alarms.queries.ts'
import { ownHost } from '#server/watch/process-name.ts'

/** Each process looks every minute: what nobody has confirmed for so long is not seen any more. */
const CONFIRMED_MS = 15 * MINUTE_MS

const confirmedSince = (now: Date) => new Date(now.getTime() - CONFIRMED_MS).toISOString()

/** The state of the installation, for admins. */
export function systemStateRoutes({ route, routeDetached }: Routes, platform: Platform) {
  routeDetached(endpoints.read, async ({ now, inTransaction }) => {
    const facts = await platform.state.read()
    const stored = await inTransaction((tx) => listConfirmedAlarms(tx, confirmedSince(now)))
    const own = ownHost()
    const isSame = (a: Pick<ShownAlarm, 'key' | 'subject' | 'host'>, b: typeof a) =>
      a.key === b.key && a.subject === b.subject && a.host === b.host
    // What this process sees now; what only another machine can see is taken from its last look.
    const mine = alarmsOf(facts, now, stored).map(({ key, subject, since, isOfMachine }) => {
      const alarm = { key, subject, host: isOfMachine ? own : '' }
      return { ...alarm, since: stored.find((one) => isSame(one, alarm))?.since ?? since ?? now.toISOString() }
    })
    const others = stored.filter(({ host }) => host !== '' && host !== own)
    return { facts, alarms: [...mine, ...others] }
  })

  route(endpoints.alarms, ({ tx, now }) => listConfirmedAlarms(tx, confirmedSince(now)))
}
