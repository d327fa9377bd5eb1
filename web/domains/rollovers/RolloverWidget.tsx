import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useToday } from '#web/api/base-data.ts'
import { rolloverListQuery } from './rollover-list-query.ts'
import { rolloverNotice } from './rollover-notice.ts'

// Wanted a few weeks of the year: the dashboard does not carry it on all other days (architecture §9).
const RolloverNoticeCard = lazy(() =>
  import('./RolloverNoticeCard.tsx').then((module) => ({ default: module.RolloverNoticeCard })),
)

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
