import { berlinToday, DAY_MS, formatDateTime } from '#contract/dates.ts'

/** How far Berlin's clocks are ahead of UTC at the instant. */
const berlinAheadMs = (instant: Date) => {
  const [day = '', time = ''] = formatDateTime(instant).split(' ')
  const wall = Date.parse(`${day.split('.').reverse().join('-')}T${time}:00Z`)
  return wall - Math.floor(instant.getTime() / 60_000) * 60_000
}

/**
 * A clock that shows the anchor day (YYYY-MM-DD) at the real time of day in Berlin, and runs on from there: over
 * midnight comes the day after the anchor.
 */
export const anchoredClock = (anchor: string, realNow: () => Date = () => new Date()) => {
  const start = realNow()
  const days = Math.round((Date.parse(anchor) - Date.parse(berlinToday(start))) / DAY_MS)
  const moved = new Date(start.getTime() + days * DAY_MS)
  // Between summer and winter time, the same time in UTC is another hour in Berlin.
  const shift = days * DAY_MS + berlinAheadMs(start) - berlinAheadMs(moved)
  return () => new Date(realNow().getTime() + shift)
}
