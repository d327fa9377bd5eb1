import { useQuery } from '@tanstack/react-query'
import { formatDayOf } from '#contract/dates.ts'
import { outboxMailEndpoints } from '#contract/outboxes/outboxes.mails.ts'
import { type UnreachableContact, unreachableEndpoints } from '#contract/outboxes/outboxes.unreachable.ts'
import { UNREACHABLE_LABELS } from '#contract/unreachable.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { useMay } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'

/** Everybody whose address cannot be reached; nothing for those who may not see it, and while it is not known. */
export const useUnreachable = (isWanted = true) => {
  const mayAsk = useMay()('manage pupil')
  const { data } = useQuery({
    ...queryFor(unreachableEndpoints.list, {}, { quiet: true }),
    retry: false,
    enabled: mayAsk && isWanted,
  })
  return data ?? []
}

/** „seit 20.11.2026. Die Adresse gibt es nicht.“ */
export const sinceText = ({ since, reason }: Pick<UnreachableContact, 'since' | 'reason'>) =>
  `seit ${formatDayOf(since)}. ${UNREACHABLE_LABELS[reason]}`

const { actAndNotify } = actionsAbout('unreachable', () =>
  renewReplies([unreachableEndpoints.list, outboxMailEndpoints.list]),
)

/** Somebody knows that the address is good. */
export const markGood = ({ kind, id }: Pick<UnreachableContact, 'kind' | 'id'>) =>
  actAndNotify(`${kind} ${id}`, () => call(unreachableEndpoints.markGood, { body: { kind, id } }))
