import { formatDateTime } from '#contract/dates.ts'
import type { RequestEvent } from '#contract/privacyrequests/privacyrequests.ts'
import page from '#web/ui/record-page.module.css'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { eventText } from './request-texts.ts'

/** What was done with a request, by whom and when, without what anything held. */
export const RequestHistoryCard = ({ events }: { events: readonly RequestEvent[] }) => (
  <TitledCard id="history" title="Verlauf" gap="xs">
    <ol className={`sh-plain-list ${page.list}`}>
      {events.map((event) => (
        <li key={event.id}>
          <span className="sh-breaks">{eventText(event)}</span>
          <time dateTime={event.at} className="sh-quiet sh-figures">
            {formatDateTime(event.at)}
          </time>
        </li>
      ))}
    </ol>
  </TitledCard>
)
