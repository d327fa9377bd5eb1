import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { addDays } from '#contract/dates.ts'
import { useToday } from '#web/api/base-data.ts'
import { type RolloverState, rolloverListQuery } from './rollover-list-query.ts'

// Wanted a few weeks of the year: the dashboard does not carry it on all other days.
const RolloverNoticeCard = lazy(() =>
  import('./RolloverNoticeCard.tsx').then((module) => ({ default: module.RolloverNoticeCard })),
)

/** The notice appears this many days before the end of the year. */
const NOTICE_DAYS = 60

type Facts = Pick<RolloverState, 'from_year' | 'to_year' | 'pending'>

/** Whether the year change is to be prepared now, or is late because the new year has begun (domain §9c). */
export const rolloverNotice = ({ from_year, to_year, pending }: Facts, today: string): 'soon' | 'begun' | undefined => {
  if (!from_year || pending === 0) return undefined
  if (to_year && to_year.date_start <= today) return 'begun'
  return today >= addDays(from_year.date_end, -NOTICE_DAYS) ? 'soon' : undefined
}

/** For who prepares the year change: shows only when it is time (domain §9c). A failed load says nothing. */
export const RolloverWidget = () => {
  const today = useToday()
  const { data: state } = useQuery({ ...rolloverListQuery, meta: { quiet: true } })
  const notice = state && rolloverNotice(state, today)
  if (!notice) return null
  return (
    <Suspense fallback={null}>
      <RolloverNoticeCard notice={notice} state={state} />
    </Suspense>
  )
}
