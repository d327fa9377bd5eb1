import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { outboxEndpoints } from '#contract/outboxes/outboxes.ts'
import { queryFor } from '#web/api/queries.ts'

// Mails nearly always leave.
const OutboxNoticeCard = lazy(() =>
  import('./OutboxNoticeCard.tsx').then((module) => ({ default: module.OutboxNoticeCard })),
)

/** How often the server is asked while mails do not leave: the notice goes as soon as they do. */
const LOOK_MS = 60_000
/** The page waits this long for the answer before it shows what stands below. */
const SETTLE_MS = 1000

interface OutboxWidgetProps {
  /** The page says elsewhere that there is no mail server. */
  isServerSaid?: boolean
  /** Called once the height is known, with the notice or without it, or when that takes longer than a second. */
  onSettled?: () => void
}

/** Stands on the page as long as the mails of the school do not leave; nothing while all is well. */
export const OutboxWidget = ({ isServerSaid = false, onSettled }: OutboxWidgetProps) => {
  const { data: outbox, isPending } = useQuery({
    ...queryFor(outboxEndpoints.get, {}, { quiet: true }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.trouble ? LOOK_MS : false),
  })
  const trouble = isServerSaid && outbox?.trouble === 'no_server' ? null : outbox?.trouble
  const isQuiet = !isPending && !trouble
  useEffect(() => {
    if (isQuiet) onSettled?.()
    const timer = setTimeout(() => onSettled?.(), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [isQuiet, onSettled])
  if (!outbox || !trouble) return null
  return (
    <Suspense>
      <OutboxNoticeCard outbox={outbox} trouble={trouble} onShown={onSettled} />
    </Suspense>
  )
}
