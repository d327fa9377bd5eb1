import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { counted } from '#contract/counted.ts'
import { berlinToday } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { type Sicknote, sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { useToday } from '#web/api/base-data.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import type { RowSelection } from '#web/lists/data-table-props.ts'
import { useChosenIds } from '#web/lists/use-row-selection.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { markSeen } from './sicknote-actions.ts'
import { countChildren, splitToday } from './sicknote-counts.ts'
import { BY_CLASS, chosenPeriod, isByClass, shownNotes, sicknoteListState } from './sicknote-list.ts'
import { missingExcuseQuery, sicknoteOptionsQuery, sicknotesBetween, sicknotesQuery } from './sicknote-queries.ts'
import { isNew } from './sicknote-texts.ts'
import { useNoteRights } from './use-note-rights.ts'

const MARKED_MS = 10_000
const NONE: ReadonlySet<number> = new Set()

/** `1 neue Krankmeldung`, `2 neue Krankmeldungen`. */
const newNotesText = (count: number) => counted(count, 'neue Krankmeldung', 'neue Krankmeldungen')

/**
 * What came since the list was first here: marked for ten seconds, and told, unless the person entered it themselves
 * (ux §3.7).
 */
const useNewNotes = (notes: readonly Sicknote[] | undefined) => {
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

const NO_ROWS: readonly Sicknote[] = []

const ownClassesQuery = queryFor(schoolclassEndpoints.assignedByUser, {}, { quiet: true })

/** The signed-in user's classes come first when others are shown as well. */
const useOwnClasses = (isWanted: boolean) => {
  const { data } = useQuery({ ...ownClassesQuery, enabled: isWanted })
  return useMemo(
    () => new Set([...(data?.asResponsibleTeacher ?? []), ...(data?.asAssignedEmployee ?? [])].map(({ id }) => id)),
    [data],
  )
}

const LOOK_MS = 20_000

/** At midnight in Berlin what was tomorrow is today (domain §9): the lists are drawn and asked anew. */
const useDayTurn = () => {
  const [, drawAnew] = useReducer((count: number) => count + 1, 0)
  const day = useRef(berlinToday(new Date()))
  useEffect(() => {
    const look = () => {
      const now = berlinToday(new Date())
      if (now === day.current) return
      day.current = now
      drawAnew()
      void renewReplies([sicknoteEndpoints.list, sicknoteEndpoints.missingExcuse])
    }
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [])
}

/** Chosen notes; what is not shown any more is not acted upon. */
const useNoteSelection = (rows: readonly Sicknote[]) => {
  const { clear, isChosen, onChoose } = useChosenIds()
  const selection: RowSelection<Sicknote> = { isChosen, onChoose, nameOf: ({ pupil }) => fullName(pupil) }
  return { chosen: rows.filter(isChosen), selection, clear }
}

/** What the page shows, counts and does. */
export const useSicknotesPage = () => {
  useDayTurn()
  const today = useToday()
  const rights = useNoteRights()
  const state = sicknoteListState(useUrlSearch(), today)
  const { tab } = state
  const period = tab === 'weitere' ? chosenPeriod(state) : undefined
  const list = useQuery(sicknotesQuery)
  const past = useQuery({ ...sicknotesBetween(period?.from, period?.to), enabled: period !== undefined })
  const missing = useQuery({
    ...missingExcuseQuery,
    enabled: rights.isEditor,
    // Elsewhere only its count is shown, for which once is enough.
    ...(tab !== 'fehlt' && { refetchInterval: false }),
  })
  const options = useQuery(sicknoteOptionsQuery)
  const own = useOwnClasses(rights.isManager)
  const split = useMemo(() => list.data && splitToday(list.data, today), [list.data, today])
  const shownQuery = { heute: list, weitere: period ? past : list, fehlt: missing, woche: list, monat: list }[tab]
  const notes = {
    heute: split?.heute,
    weitere: period ? past.data : split?.weitere,
    fehlt: missing.data,
    woche: NO_ROWS,
    monat: NO_ROWS,
  }[tab]
  const rows = notes && shownNotes(notes, state, own)
  const { chosen, selection, clear } = useNoteSelection(rows ?? NO_ROWS)
  const pressOnRow = (note: Sicknote, key: string) => {
    if (key !== 'c' || !rights.isEditor) return false
    void markSeen([note], isNew(note))
    return true
  }
  return {
    ...{ today, rights, state, tab, options: options.data, own, list, shownQuery, notes, rows },
    counts: split && {
      heute: countChildren(split.heute),
      weitere: countChildren(split.weitere),
      fehlt: missing.data && countChildren(missing.data),
    },
    todayNotes: split?.heute,
    paperNotes: split && shownNotes(split.heute, { ...state, sort: BY_CLASS }, own),
    isGrouped: isByClass(state) && tab !== 'weitere',
    ...{ chosen, selection, clear, pressOnRow },
    ...useNewNotes(list.data),
  }
}
export type SicknotesPageState = ReturnType<typeof useSicknotesPage>
