import { berlinTime, berlinToday } from '#contract/dates.ts'

/** Summer time first: the hour that comes twice in October then means the earlier one. */
const OFFSETS_MINUTES = [120, 60]

/** The day and the time of day in Berlin of an instant: '2027-02-01', '08:00'. */
export const berlinDayTime = (instant: string) => ({
  day: berlinToday(new Date(instant)),
  time: berlinTime(instant),
})

/** The instant of a day and time in Berlin; undefined for what is no time or does not exist there (the hour skipped in March). */
export const instantInBerlin = (day: string, time: string): string | undefined => {
  const utc = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(utc)) return undefined
  return OFFSETS_MINUTES.map((offset) => new Date(utc - offset * 60_000).toISOString()).find((instant) => {
    const there = berlinDayTime(instant)
    return there.day === day && there.time === time
  })
}
