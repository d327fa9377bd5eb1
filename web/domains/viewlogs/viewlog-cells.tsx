import { Link } from '@tanstack/react-router'
import { ListFilter } from 'lucide-react'
import { subjectText, viewerName, viewerRole } from '#contract/viewlogs/viewlogs.texts.ts'
import type { ViewEntry } from '#contract/viewlogs/viewlogs.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import parts from '#web/ui/page-parts.module.css'
import classes from './Viewlogs.module.css'

/** The page of a person whose data were seen, for the kinds that have one. */
const PAGES: Partial<Record<ViewEntry['subject'], (id: number) => string>> = {
  pupil: paths.pupil,
  registration: paths.registration,
}

type Seen = Pick<ViewEntry, 'subject' | 'subject_id' | 'subject_count' | 'subject_label'>

/** Whose data it was, with the way to the person's page. */
export const SeenText = (seen: Seen) => {
  const { subject, subject_id, subject_label } = seen
  const text = subjectText(seen)
  const pageOf = PAGES[subject]
  return pageOf && subject_id !== null && subject_label !== null ? (
    <Link {...linkTarget(pageOf(subject_id))}>{text}</Link>
  ) : (
    text
  )
}

interface OnlyButtonProps {
  label: string
  onPress: () => void
}

// A native button: a page has up to four hundred of them.
export const OnlyButton = ({ label, onPress }: OnlyButtonProps) => (
  <button
    type="button"
    className={`${parts.iconButton} sh-screen-only ${classes.only}`}
    title={label}
    aria-label={label}
    onClick={onPress}
  >
    <ListFilter size={16} aria-hidden />
  </button>
)

interface ViewerTextProps {
  entry: Pick<ViewEntry, 'user_id' | 'user_name' | 'role'>
  search: string
  /** Narrows the list to one person who looked; missing: it is narrowed already. */
  onPerson: ((userId: number) => void) | undefined
}

/** Who looked, in which role. */
export const ViewerText = ({ entry, search, onPerson }: ViewerTextProps) => {
  const { user_id } = entry
  return (
    <span className="sh-inline sh-gap-1">
      <span className={`sh-padded-1 ${classes.tight}`}>
        <span className="sh-block">
          <MarkedText text={viewerName(entry)} search={search} />
        </span>
        {viewerRole(entry) && <span className={`sh-quiet sh-block ${classes.small}`}>{viewerRole(entry)}</span>}
      </span>
      {onPerson && user_id !== null && (
        <OnlyButton label={`nur diese Person: ${viewerName(entry)}`} onPress={() => onPerson(user_id)} />
      )}
    </span>
  )
}
