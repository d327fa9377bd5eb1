import { addDays } from '#contract/dates.ts'
import { useToday } from '#web/api/base-data.ts'
import type { LogState } from './userlog-query.ts'

/** The days one asks for most often, by their first and last day. */
const recentSpans = (today: string) => [
  { text: 'heute', from: today, until: today },
  { text: 'gestern', from: addDays(today, -1), until: addDays(today, -1) },
  { text: 'letzte 7 Tage', from: addDays(today, -6), until: today },
]

/** Sets both days of the period with one press; a second press takes them away. */
export const RecentDaysField = ({ state: { filters, setFilters } }: { state: LogState }) => (
  <span className="sh-inline sh-gap-3 sh-screen-only">
    {recentSpans(useToday()).map(({ text, from, until }) => {
      const isChosen = filters.from === from && filters.until === until
      return (
        <button
          key={text}
          type="button"
          className={`sh-bare ${isChosen ? 'sh-bold' : 'sh-linked'}`}
          aria-pressed={isChosen}
          onClick={() => setFilters(isChosen ? { from: undefined, until: undefined } : { from, until })}
        >
          {text}
        </button>
      )
    })}
  </span>
)
