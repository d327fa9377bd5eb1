import { clockEndpoints } from '#contract/retentions/retentions.clock.ts'
import { peopleRetentionEndpoints, personRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { RETENTION_TEXTS } from '#contract/retentions/retentions.ts'
import { countErasures, listErasureYears } from '#server/domains/retentions/erasures.queries.ts'
import type { Routes } from '#server/http/route.ts'
import { endPersonHold, holdPerson } from './hold-person.ts'
import { readEmployeeClock, readPupilClock, readSicknoteClock } from './read-clock.ts'
import { readPreview } from './read-preview.ts'

/** When pupils and employees are erased, and what keeps them (domain §5.2, DP-07). */
export function peopleRetentionRoutes({ route }: Routes) {
  route(peopleRetentionEndpoints.preview, ({ tx, query, viewer, today }) => readPreview(tx, query, { viewer, today }))

  route(peopleRetentionEndpoints.erasures, async ({ tx, query }) => {
    const years = await listErasureYears(tx)
    const year = query.year ?? years[0] ?? null
    return { years, year, counts: year === null ? [] : await countErasures(tx, year) }
  })

  route(personRetentionEndpoints.pupil.get, ({ tx, params, today }) => readPupilClock(tx, params.id, today))

  route(personRetentionEndpoints.employee.get, ({ tx, params, today }) => readEmployeeClock(tx, params.id, today))

  route(clockEndpoints.sicknote, ({ tx, params, viewer, today }) => readSicknoteClock(tx, params.id, { viewer, today }))

  for (const subject of ['pupil', 'employee'] as const) {
    const endpoints = personRetentionEndpoints[subject]
    route(endpoints.hold, async ({ tx, params, body, ...acting }) => {
      await holdPerson(tx, { subject, id: params.id }, { form: body, acting })
      return { message: RETENTION_TEXTS.held }
    })

    route(endpoints.endHold, async ({ tx, params, today }) => {
      await endPersonHold(tx, { subject, id: params.id }, { today })
      return { message: RETENTION_TEXTS.holdEnded }
    })
  }
}
