import { addDays, berlinToday, DAY_MS } from '#contract/dates.ts'

interface ServerDay {
  /** The server's day in Berlin when base data was loaded. */
  today: string
  /** The same moment by the browser's clock. */
  loadedAt: number
}

/**
 * The server's day now: in an open tab it advances with the midnights that have passed here, whatever day the browser
 * has.
 */
export const shownDay = ({ today, loadedAt }: ServerDay, now: number) => {
  const [from, until] = [loadedAt, now].map((moment) => Date.parse(berlinToday(new Date(moment))))
  return addDays(today, Math.round(((until ?? 0) - (from ?? 0)) / DAY_MS))
}
