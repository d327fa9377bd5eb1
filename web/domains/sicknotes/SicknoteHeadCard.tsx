import { berlinTime } from '#contract/dates.ts'
import { absentText } from './DayListTable.tsx'
import head from './SicknoteHead.module.css'
import { countChildren } from './sicknote-counts.ts'
import type { StatusFilter } from './sicknote-list.ts'
import { isExcuseOpen, isNew } from './sicknote-texts.ts'
import classes from './sicknotes.module.css'
import type { SicknotesPageState } from './use-sicknotes-page.ts'

interface CountFilterProps {
  count: number
  text: string
  status: StatusFilter
  state: SicknotesPageState['state']
}

/** What is left to do today, as a number that shows its rows alone. */
const CountFilter = ({ count, text, status, state: { filters, setFilter } }: CountFilterProps) => {
  const isOn = filters.status === status
  if (count === 0 && !isOn) return null
  return (
    <button
      type="button"
      className={`sh-bare sh-linked sh-screen-only ${isOn ? 'sh-bold' : ''} ${classes.press}`}
      aria-pressed={isOn}
      onClick={() => setFilter('status', isOn ? undefined : status)}
    >
      {`${count} ${text}`}
    </button>
  )
}

/** `5 Kinder in 3 Klassen, Stand 07:41`; a poll that failed says so here and nowhere else (domain §9c). */
export const SicknoteHeadCard = ({
  page: { todayNotes, list, rows = [], state, rights },
}: {
  page: SicknotesPageState
}) => {
  if (!todayNotes) return null
  const time = berlinTime(new Date(list.dataUpdatedAt))
  return (
    <p className={`sh-words sh-flush sh-below-3 sh-gap-3 sh-rows-0 ${head.head}`}>
      <span>
        {todayNotes.length > 0 && (
          <>
            <strong className="sh-bold">
              {state.isFiltered && `${countChildren(rows)} von `}
              {absentText(todayNotes)}
            </strong>
            {', '}
          </>
        )}
        {`Stand ${time}`}
      </span>
      {rights.isEditor && (
        <span className="sh-wrap sh-gap-3 sh-rows-0">
          <CountFilter count={todayNotes.filter(isNew).length} text="neu" status="neu" state={state} />
          <CountFilter
            count={todayNotes.filter(isExcuseOpen).length}
            text="heute noch offen"
            status="offen"
            state={state}
          />
        </span>
      )}
      {list.isRefetchError && <span className="sh-quiet sh-small">Konnte gerade nicht aktualisiert werden.</span>}
    </p>
  )
}
