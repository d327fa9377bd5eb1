import { Button } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { PROCESSING_TEXTS, type Processing } from '#contract/processings/processings.ts'
import { REVIEW_MONTHS, reviewState } from '#contract/reviews.ts'
import { useToday } from '#web/api/base-data.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { storedOf } from './OwnProcessingDialog.tsx'
import { markReviewed, removeProcessing } from './processing-actions.ts'
import classes from './processings.module.css'

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0 ? (
    PROCESSING_TEXTS.none
  ) : (
    <ul className="sh-bullets sh-flush">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )

/** The day of the last review, with a sign when that is long ago. */
const ReviewText = ({ reviewed_on }: Pick<Processing, 'reviewed_on'>) => {
  const today = useToday()
  const state = reviewState(reviewed_on, today)
  return (
    <>
      {reviewed_on && <time dateTime={reviewed_on}>geprüft am {formatDate(reviewed_on)}</time>}
      {state !== 'fresh' && (
        <StatusChip tone="attention" icon="alert">
          {state === 'never' ? 'noch nie geprüft' : `älter als ${REVIEW_MONTHS} Monate`}
        </StatusChip>
      )}
    </>
  )
}

interface ActivityCardProps {
  activity: Processing
  /** Paper has no folds. */
  isPaper: boolean
  /** Called when somebody opens the line. */
  onOpened: () => void
  /** Missing: this person may not change the register. */
  onEdit: ((activity: Processing) => void) | undefined
}

const ActivityButtons = ({ activity, onEdit }: { activity: Processing; onEdit: (activity: Processing) => void }) => {
  const today = useToday()
  const { title, reviewed_on } = activity
  const own = storedOf(activity)
  return (
    <div className="sh-wrap sh-gap-2 sh-above-3 sh-screen-only">
      {reviewed_on !== today && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Heute geprüft: ${title}`}
          onClick={() => void markReviewed([activity], today)}
        >
          Heute geprüft
        </Button>
      )}
      <Button
        variant="default"
        size="compact-md"
        aria-label={`${own ? 'Bearbeiten' : 'Ergänzen'}: ${title}`}
        onClick={() => onEdit(activity)}
      >
        {own ? 'Bearbeiten' : 'Ergänzen'}
      </Button>
      {own && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Entfernen: ${title}`}
          onClick={() => void removeProcessing(own)}
        >
          Entfernen
        </Button>
      )}
    </div>
  )
}

/** One activity of the register, with what Art. 30 asks for: a line that unfolds. */
export const ActivityCard = ({ activity, isPaper, onOpened, onEdit }: ActivityCardProps) => {
  const [isOpen, setOpen] = useState(false)
  const { key, id, title, note } = activity
  const headingId = `activity-${key ?? id}`
  return (
    <details
      className={classes.activity}
      aria-labelledby={headingId}
      open={isOpen || isPaper}
      onToggle={(event) => {
        if (isPaper) return
        setOpen(event.currentTarget.open)
        if (event.currentTarget.open) onOpened()
      }}
    >
      <summary>
        <ChevronRight size={20} aria-hidden className="sh-fixed sh-screen-only" />
        <h3 id={headingId} className="sh-flush">
          {title}
        </h3>
        <span className={classes.review}>
          <ReviewText reviewed_on={activity.reviewed_on} />
        </span>
      </summary>
      <div className={classes.facts}>
        <FactList
          facts={[
            { label: 'Zweck', value: activity.purpose },
            { label: 'Rechtsgrundlage', value: activity.legal_basis },
            { label: 'Betroffene', value: activity.persons },
            { label: 'Daten', value: activity.categories },
            { label: 'Empfänger', value: <Lines lines={activity.recipients} /> },
            { label: 'Löschfristen', value: <Lines lines={activity.retention} /> },
            { label: 'Ergänzung der Schule', value: note },
          ]}
        />
        {onEdit && <ActivityButtons activity={activity} onEdit={onEdit} />}
      </div>
    </details>
  )
}
