import { useQuery } from '@tanstack/react-query'
import { HeartPulse } from 'lucide-react'
import { useId, useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import type { SensitiveEntry } from '#contract/sensitive/sensitive.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { sensitiveQuery } from './sensitive-query.ts'
import { useMayLook } from './use-may-look.ts'

const NONE = 'Für dieses Kind ist kein Hinweis eingetragen.'
const CLOSED = 'Ein Hinweis ist eingetragen, aber zurzeit nicht lesbar. Den Grund sehen Sie unter „Vertraulich“.'

const Hints = ({ entries }: { entries: readonly SensitiveEntry[] }) => {
  const readable = entries.filter(({ hint }) => hint)
  if (readable.length === 0) return <p className="sh-quiet sh-flush">{entries.length === 0 ? NONE : CLOSED}</p>
  return readable.map(({ id, hint, valid_until }) => (
    <p key={id} className="sh-bold sh-flush sh-breaks sh-keeps-lines sh-measure">
      {hint}
      {valid_until && (
        <span className="sh-quiet sh-small sh-regular sh-block">gültig bis {formatDate(valid_until)}</span>
      )}
    </p>
  ))
}

/**
 * Shows what to do in an emergency, and no other confidential entry. Each look is logged (domain DP-11), so nothing is
 * loaded until somebody asks, and the button says nothing about whether there is a hint.
 */
export const HealthHintWidget = ({ pupilId }: { pupilId: number }) => {
  const [isShown, setShown] = useState(false)
  const mayLook = useMayLook()
  const noteId = useId()
  const query = useQuery({ ...sensitiveQuery(pupilId, 'health_hint'), enabled: isShown && mayLook })
  if (!mayLook) return null
  return (
    <div role="status">
      {isShown ? (
        <Loaded query={query}>{({ entries }) => <Hints entries={entries} />}</Loaded>
      ) : (
        <>
          <IconButton icon={HeartPulse} aria-describedby={noteId} onClick={() => setShown(true)}>
            Allergie, Notfallhinweis
          </IconButton>
          <p id={noteId} className="sh-quiet sh-small sh-flush sh-above-1">
            Der Aufruf wird protokolliert.
          </p>
        </>
      )}
    </div>
  )
}
