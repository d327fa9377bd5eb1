import { Card, Title } from '@mantine/core'
import { formatDateTime } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import classes from './RegistrationDetailsPage.module.css'
import { registrationTimeline } from './registration-timeline.ts'

/** What happened when and by whom. */
export const RegistrationTimelineCard = ({ details }: { details: RegistrationDetails }) => (
  <Card component="section" aria-labelledby="timeline">
    <Title order={2} id="timeline" mb="xs">
      Verlauf
    </Title>
    <ol className="sh-plain-list">
      {registrationTimeline(details).map(({ at, text, by }) => (
        <li key={at + text} className={`sh-grid sh-gap-4 sh-rows-0 ${classes.event}`}>
          <time dateTime={at}>{formatDateTime(at)}</time>
          <span>
            {text}
            {by && <span className="sh-quiet"> · {by}</span>}
          </span>
        </li>
      ))}
    </ol>
  </Card>
)
