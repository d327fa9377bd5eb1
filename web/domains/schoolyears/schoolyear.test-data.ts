import { freeDaysPreset } from '#contract/schoolyears/school-calendar.presets.ts'
import { SCHOOLYEAR_TEXTS, type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { answer, refuseStale } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'

/** The running year and the one that follows, without free days. */
export const RUNNING: Schoolyear = {
  id: 1,
  name: '2026/2027',
  date_start: '2026-08-01',
  date_end: '2027-07-31',
  first_school_day: null,
  last_school_day: null,
  half_year_end: '2027-01-29',
  registration_from: null,
  registration_until: null,
  state: 'active',
  is_registration_open: false,
  free_days: [],
  school_days: { first_half: 130, second_half: 130 },
  usage: { schoolclasses: 12, memberships: 0, registrations: 0 },
  pupils: 0,
  version: 1,
}
export const PLANNED: Schoolyear = {
  ...RUNNING,
  id: 2,
  name: '2027/2028',
  date_start: '2027-08-01',
  date_end: '2028-07-31',
  half_year_end: '2028-01-31',
  state: 'planned',
}

type Change = Partial<Schoolyear>

/** The years of a school; a change of what somebody else changed since is refused as the server does it. */
export const yearServer = (years: readonly Schoolyear[] = [PLANNED, RUNNING]) => {
  let stored = [...years]
  const done = { message: 'Gespeichert.' }
  const find = (id: unknown) => stored.find((year) => year.id === Number(id)) ?? RUNNING
  const store = (id: number, change: Change) => {
    stored = stored.map((year) => (year.id === id ? { ...year, ...change, version: year.version + 1 } : year))
  }
  /** By year: which version a field was changed at last. */
  const changedAt: Record<string, number> = {}
  const changeElsewhere = (id: number, change: Change) => {
    store(id, change)
    for (const key of Object.keys(change)) changedAt[`${id} ${key}`] = find(id).version
  }
  const isLate = (id: number, keys: readonly string[], version = 0) =>
    keys.some((key) => (changedAt[`${id} ${key}`] ?? 0) > version)

  const answers = [
    answer(schoolyearEndpoints.list, () => stored),
    answer(schoolyearEndpoints.get, ({ params }) => find(params.id)),
    answer(schoolyearEndpoints.add, ({ body: { takes_preset: _, places_from: _from, ...fields } }) => {
      if (fields.date_start <= PLANNED.date_end)
        return json(422, { message: '', errors: { date_start: [SCHOOLYEAR_TEXTS.overlap(PLANNED.name)] } })
      stored = [
        { ...PLANNED, ...fields, id: 3, usage: { schoolclasses: 0, memberships: 0, registrations: 0 } },
        ...stored,
      ]
      return { message: SCHOOLYEAR_TEXTS.added(fields.name), id: 3 }
    }),
    answer(schoolyearEndpoints.change, ({ params, body: { version, ...change } }) => {
      const id = Number(params.id)
      if (isLate(id, Object.keys(change), version)) return refuseStale()
      const { registration_from, registration_until } = { ...find(id), ...change }
      if (registration_until && !registration_from)
        return json(422, { message: '', errors: { registration_from: [SCHOOLYEAR_TEXTS.untilWithoutFrom] } })
      store(id, change)
      return done
    }),
    answer(schoolyearEndpoints.remove, ({ params }) => {
      stored = stored.filter(({ id }) => id !== Number(params.id))
      return done
    }),
    answer(schoolyearEndpoints.saveFreeDays, ({ params, body: { free_days, version } }) => {
      const id = Number(params.id)
      if (isLate(id, ['free_days'], version)) return refuseStale()
      store(id, { free_days: free_days.map((day, index) => ({ ...day, id: index + 1 })) })
      return done
    }),
    answer(schoolyearEndpoints.presetFreeDays, ({ params }) => freeDaysPreset('DE-BB', find(params.id))),
  ]
  return { answers, changeElsewhere, year: find }
}
