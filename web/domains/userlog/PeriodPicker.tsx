import { Button, Popover } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { addDays } from '#contract/dates.ts'
import { useToday } from '#web/api/base-data.ts'
import tools from '#web/lists/list-tools.module.css'
import type { TableState } from '#web/lists/table-state.ts'
import { PeriodFilterWidget } from './PeriodFilterWidget.tsx'
import { periodText } from './period-text.ts'

/** The days one asks for most often, by their first and last day. */
const recentSpans = (today: string) => [
  { text: 'heute', from: today, until: today },
  { text: 'gestern', from: addDays(today, -1), until: addDays(today, -1) },
  { text: 'letzte 7 Tage', from: addDays(today, -6), until: today },
]

type PeriodState = Pick<TableState<'from' | 'until'>, 'filters' | 'setFilter' | 'setFilters'>

/** A chip that names the period and opens its days: the usual ones with one press, others by first and last day. */
export const PeriodPicker = ({ state: { filters, setFilter, setFilters } }: { state: PeriodState }) => {
  const spans = recentSpans(useToday()).map((span) => ({
    ...span,
    isChosen: filters.from === span.from && filters.until === span.until,
  }))
  const chosen = spans.find(({ isChosen }) => isChosen)?.text ?? periodText(filters.from, filters.until)
  const text = chosen ? `Zeitraum: ${chosen}` : 'Zeitraum'
  return (
    <span className={`sh-inline sh-shrinks ${tools.filter}`} data-shrinks>
      <Popover position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button
            variant="default"
            className={`${chosen ? 'sh-chosen' : 'sh-regular'} sh-shrinks ${tools.chip}`}
            data-on={chosen !== ''}
            title={chosen ? text : undefined}
            rightSection={<ChevronDown size={16} aria-hidden />}
          >
            {text}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Zeitraum">
          <div className="sh-wrap sh-gap-2 sh-below-3">
            {spans.map(({ text: name, from, until, isChosen }) => (
              <Button
                key={name}
                variant="default"
                size="compact-md"
                className={isChosen ? 'sh-chosen' : 'sh-regular'}
                aria-pressed={isChosen}
                // A second press takes the days away.
                onClick={() => setFilters(isChosen ? { from: undefined, until: undefined } : { from, until })}
              >
                {name}
              </Button>
            ))}
          </div>
          <PeriodFilterWidget from={filters.from} until={filters.until} onChange={setFilter} />
        </Popover.Dropdown>
      </Popover>
    </span>
  )
}
