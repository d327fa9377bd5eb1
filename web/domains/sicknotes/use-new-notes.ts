import { useEffect, useRef, useState } from 'react'
import { counted } from '#contract/counted.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'

const MARKED_MS = 10_000
const NONE: ReadonlySet<number> = new Set()

/** `1 neue Krankmeldung`, `2 neue Krankmeldungen`. */
const newNotesText = (count: number) => counted(count, 'neue Krankmeldung', 'neue Krankmeldungen')

/**
 * What came since the list was first here: marked for ten seconds, and told, unless the person entered it themselves
 * (ux §3.7).
 */
export const useNewNotes = (notes: readonly Sicknote[] | undefined) => {
  const known = useRef<ReadonlySet<number>>(undefined)
  const [fresh, setFresh] = useState(NONE)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    if (!notes) return
    const before = known.current
    known.current = new Set([...(before ?? []), ...notes.map(({ id }) => id)])
    const added = before ? notes.filter(({ id }) => !before.has(id)) : []
    if (added.length === 0) return
    setFresh(new Set(added.map(({ id }) => id)))
    const others = added.filter(({ is_own }) => !is_own).length
    if (others > 0) setAnnounced(newNotesText(others))
  }, [notes])
  useEffect(() => {
    if (fresh === NONE) return
    const timer = setTimeout(() => {
      setFresh(NONE)
      setAnnounced('')
    }, MARKED_MS)
    return () => clearTimeout(timer)
  }, [fresh])
  return { isFresh: ({ id }: Pick<Sicknote, 'id'>) => fresh.has(id), announced }
}
