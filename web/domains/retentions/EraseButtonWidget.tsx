import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { erasureOnRequestEndpoints } from '#contract/retentions/retentions.on-request.ts'
import type { Subject } from '#contract/subjects.ts'
import { queryFor } from '#web/api/queries.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { linkTarget } from '#web/ui/link-target.ts'

interface EraseButtonWidgetProps {
  subject: Subject
  id: number
  /** The page of the person; missing: there is none. */
  path: string | undefined
  onPress: () => void
}

/** The way to an erasure on request. Where nothing may be erased yet it says why, before anybody presses. */
export const EraseButtonWidget = ({ subject, id, path, onPress }: EraseButtonWidgetProps) => {
  const { data } = useQuery(queryFor(erasureOnRequestEndpoints.read, { params: { subject, id } }, { quiet: true }))
  if (data?.refusal && !data.proposal) {
    return (
      <p className="sh-flush">
        Noch nicht möglich: {data.refusal} {path && <Link {...linkTarget(path)}>Zur Seite der Person</Link>}
        <span className="sh-quiet sh-block sh-above-1">
          Soll nichts gelöscht werden, tragen Sie als Ergebnis „abgelehnt“ ein.
        </span>
      </p>
    )
  }
  return (
    <IconButton icon={Trash2} color="red" onClick={onPress}>
      Daten löschen
    </IconButton>
  )
}
