import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UserX } from 'lucide-react'
import { useRef } from 'react'
import { fullName } from '#contract/person-names.ts'
import { isTodayNote, isUnexplained } from '#contract/sicknotes/sicknotes.rules.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useToday } from '#web/api/base-data.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { markMissing } from './mark-missing.ts'
import { SicknoteReachField } from './SicknoteReachField.tsx'
import type { PickedPupil } from './sicknote-form.ts'
import classes from './sicknote-lines.module.css'
import { sicknoteOptionsQuery, sicknotesQuery } from './sicknote-queries.ts'
import { freeDayName, presenceText, rangeText } from './sicknote-texts.ts'
import { useNoteRights } from './use-note-rights.ts'

/** All absences of today: one question for a whole class. Undefined until they are here. */
const useNotesOfToday = () => {
  const today = useToday()
  const { data } = useQuery({ ...sicknotesQuery, meta: { quiet: true } })
  return data?.filter((note) => isTodayNote(note, today))
}

/** Whether somebody can be missing: not on free days, nor before it is known which they are. */
const useIsSchoolDay = () => {
  const today = useToday()
  const { data } = useQuery(sicknoteOptionsQuery)
  return data !== undefined && freeDayName(today, data.free_days) === undefined
}

const Away = ({ note, today }: { note: Sicknote; today: string }) => {
  const { pupil, value, reach = [] } = note
  if (!isUnexplained(note))
    return (
      <StatusChip tone="neutral" icon="dot">
        {`abgemeldet ${[rangeText(value, today), partText(value)].filter(Boolean).join(', ')}`}
      </StatusChip>
    )
  return (
    <span className={`sh-chips ${classes.missing}`}>
      <StatusChip tone="negative" icon="alert">
        fehlt
      </StatusChip>
      {reach.length > 0 && <SicknoteReachField reach={reach} of={fullName(pupil)} />}
    </span>
  )
}

interface PresenceWidgetProps {
  pupil: Pick<PickedPupil, 'id' | 'firstname' | 'lastname' | 'lastname_prefix'>
}

/** Whether a child of the class is away today; one that is missing is marked with one tap (domain §9b). */
export const PresenceWidget = ({ pupil }: PresenceWidgetProps) => {
  const today = useToday()
  const notes = useNotesOfToday()?.filter((note) => note.pupil.id === pupil.id)
  const isSchoolDay = useIsSchoolDay()
  const { isEditor } = useNoteRights()
  const isPhone = useNarrow() === true
  const frame = useRef<HTMLSpanElement>(null)
  if (!notes) return null
  const [note] = [...notes].sort((a, b) => Number(isUnexplained(a)) - Number(isUnexplained(b)))
  if (!note && !(isEditor && isSchoolDay)) return null
  const mark = async () => {
    const isDone = await markMissing(pupil, { today, isPhone })
    // The button goes with the focus; who went on meanwhile is not called back.
    const { activeElement } = document
    if (isDone && (activeElement === document.body || frame.current?.contains(activeElement)))
      frame.current?.focus({ preventScroll: true })
  }
  const button = (
    <Button
      variant="default"
      size="compact-sm"
      className={`sh-one-line sh-fixed sh-screen-only ${classes.mark}`}
      leftSection={<UserX size={16} aria-hidden />}
      aria-label={`Fehlt? ${fullName(pupil)}`}
      onClick={(event) => {
        event.stopPropagation()
        void mark()
      }}
    >
      Fehlt?
    </Button>
  )
  // It stays while the button and the state take turns, so that F8 leads from the notice back to this row.
  return (
    <span ref={frame} tabIndex={-1} className={classes.presence}>
      {note ? <Away note={note} today={today} /> : button}
    </span>
  )
}

interface PresenceCountWidgetProps {
  pupils: readonly { id: number }[]
}

/** How many of a class are away today, above its children. */
export const PresenceCountWidget = ({ pupils }: PresenceCountWidgetProps) => {
  const notes = useNotesOfToday()
  const isSchoolDay = useIsSchoolDay()
  if (!notes || !isSchoolDay || pupils.length === 0) return null
  const ids = new Set(notes.map(({ pupil }) => pupil.id))
  return (
    <p role="status" className={classes.summary}>
      {presenceText(pupils.filter(({ id }) => ids.has(id)).length, pupils.length)}
    </p>
  )
}

/** The absent pupils of a class today, in words; for the start page of the class teacher. */
export const AbsentTodayWidget = ({ schoolclassId }: { schoolclassId: number }) => {
  const notes = useNotesOfToday()?.filter(({ pupil }) => pupil.schoolclass?.id === schoolclassId)
  if (!notes) return null
  const byChild = new Map(notes.map((note) => [note.pupil.id, note]))
  if (byChild.size === 0) return <p className={classes.line}>Heute ist niemand abgemeldet.</p>
  return (
    <div className={classes.line}>
      <p className={classes.count}>{`Heute abwesend: ${byChild.size}`}</p>
      <ul className={`sh-plain-list ${classes.absent}`}>
        {[...byChild.values()].map((note) => (
          <li key={note.pupil.id}>
            <span>{fullName(note.pupil)}</span>
            {isUnexplained(note) && (
              <StatusChip tone="negative" icon="alert">
                fehlt
              </StatusChip>
            )}
            {note.reach && note.reach.length > 0 && <SicknoteReachField reach={note.reach} of={fullName(note.pupil)} />}
          </li>
        ))}
      </ul>
    </div>
  )
}
