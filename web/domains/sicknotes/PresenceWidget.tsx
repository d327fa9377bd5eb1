import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import { fullName } from '#contract/person-names.ts'
import { phoneLink } from '#contract/phone.ts'
import { sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { isTodayNote, isUnexplained } from '#contract/sicknotes/sicknotes.rules.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { actOnce } from '#web/api/act-once.ts'
import { useToday } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { useLeaveQuestion } from '#web/ui/use-leave-question.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { sendMissing, useHasWaitingMarks, useMissingMark } from './missing-marks.ts'
import { SicknoteReachField } from './SicknoteReachField.tsx'
import { countChildren } from './sicknote-counts.ts'
import type { PickedPupil } from './sicknote-form.ts'
import classes from './sicknote-lines.module.css'
import { refreshSicknotes, sicknoteOptionsQuery, sicknotesQuery } from './sicknote-queries.ts'
import { freeDayName, presenceText, rangeText } from './sicknote-texts.ts'
import { useNoteRights } from './use-note-rights.ts'

const takeBack = (id: number) =>
  actOnce(`cancel ${id}`, async () => {
    try {
      const { message } = await call(sicknoteChangeEndpoints.cancel, { params: { id } })
      notify(message)
    } finally {
      void refreshSicknotes()
    }
  })

type Missing = Pick<PickedPupil, 'id' | 'firstname' | 'lastname' | 'lastname_prefix'>

/** The first number of the list that has just been asked again; on a phone the notice lies above it. */
const callOf = (id: number) => {
  const note = queryClient.getQueryData(sicknotesQuery.queryKey)?.find((one) => one.id === id)
  const [first] = note?.reach ?? []
  return first && { text: 'Anrufen', run: () => window.location.assign(phoneLink(first.phone)) }
}

/** One tap (domain §9b): the child is missing today and nobody knows why. The notice has the way back. Answers whether the absence is known now. */
const markMissing = async (pupil: Missing, { today, isPhone }: { today: string; isPhone: boolean }) => {
  const reply = await sendMissing(pupil.id, { day: today, takeBack })
  const [id] = reply?.ids ?? []
  if (!reply) return false
  if (id === undefined) {
    notify(reply.message)
    return true
  }
  const action = isPhone ? callOf(id) : undefined
  notify(`${fullName(pupil)} fehlt. Noch keine Entschuldigung.`, {
    type: 'info',
    about: `sicknote ${id}`,
    undo: () => void takeBack(id),
    ...(action && { action }),
  })
  return true
}

interface AbsentCountWidgetProps {
  schoolclass: { id: number; classgradePlain: string }
}

/** How many children of a class are away today, with the way to them: one question for all classes (ux §3.5). */
export const AbsentCountWidget = ({ schoolclass: { id, classgradePlain } }: AbsentCountWidgetProps) => {
  const today = useToday()
  const { data } = useQuery({ ...sicknotesQuery, meta: { quiet: true } })
  if (!data) return null
  const count = countChildren(data.filter((note) => isTodayNote(note, today) && note.pupil.schoolclass?.id === id))
  if (count === 0) return '–'
  return (
    <Link
      to={paths.sicknotes}
      search={{ klasse: String(id) }}
      aria-label={`${classgradePlain}: heute abwesend ${count}`}
    >
      {count}
    </Link>
  )
}

interface PresenceWidgetProps {
  pupil: Pick<PickedPupil, 'id' | 'firstname' | 'lastname' | 'lastname_prefix'>
}

/** All absences of today: one question for a whole class. Undefined until they are here. */
const useNotesOfToday = () => {
  const today = useToday()
  const { data } = useQuery({ ...sicknotesQuery, meta: { quiet: true } })
  return data?.filter((note) => isTodayNote(note, today))
}

/** What is said of a child: a report comes before the mark that it is missing. */
const noteOf = (notes: readonly Sicknote[], pupilId: number) =>
  notes
    .filter((note) => note.pupil.id === pupilId)
    .sort((a, b) => Number(isUnexplained(a)) - Number(isUnexplained(b)))[0]

/** Whether the row of a child on a phone has the numbers to call already. */
export const useHasNumbers = (pupilId: number) => {
  const note = noteOf(useNotesOfToday() ?? [], pupilId)
  return note !== undefined && isUnexplained(note) && (note.reach ?? []).length > 0
}

/** Whether somebody can be missing: not on free days, nor before it is known which they are. */
const useIsSchoolDay = () => {
  const today = useToday()
  const { data } = useQuery(sicknoteOptionsQuery)
  return data !== undefined && freeDayName(today, data.free_days) === undefined
}

const stopRow = (run: () => void) => (event: MouseEvent) => {
  event.stopPropagation()
  run()
}

/** The way back in the row, for when the notice is long gone. */
const ThereButton = ({ of, onPress }: { of: string; onPress: () => void }) => (
  <Button
    variant="subtle"
    size="compact-sm"
    className={`sh-one-line sh-fixed sh-screen-only ${classes.tap}`}
    aria-label={`Doch da: ${of}`}
    onClick={stopRow(onPress)}
  >
    Doch da
  </Button>
)

/** Marked, and not yet known to the server. */
const OnItsWay = ({ pupil }: PresenceWidgetProps) => {
  const mark = useMissingMark(pupil.id)
  if (!mark) return null
  return (
    <span className="sh-chips sh-gap-3 sh-rows-1">
      <StatusChip tone="negative" icon="alert">
        fehlt
      </StatusChip>
      <span role="status" className="sh-quiet sh-small">
        {mark.state === 'sending' ? 'wird gesendet …' : 'wird gesendet, sobald wieder Verbindung besteht'}
      </span>
      {mark.state === 'waiting' && <ThereButton of={fullName(pupil)} onPress={mark.giveUp} />}
    </span>
  )
}

interface AwayProps {
  note: Sicknote
  today: string
  mayTakeBack: boolean
  isPhone: boolean
}

/** A phone shows the number at once: the call comes next. A table has a column for it. */
const Away = ({ note, today, mayTakeBack, isPhone }: AwayProps) => {
  const { pupil, value, reach = [] } = note
  if (!isUnexplained(note))
    return (
      <StatusChip tone="neutral" icon="dot">
        {`abgemeldet ${[rangeText(value, today), partText(value)].filter(Boolean).join(', ')}`}
      </StatusChip>
    )
  return (
    <span className="sh-chips sh-gap-3 sh-rows-1">
      <StatusChip tone="negative" icon="alert">
        fehlt
      </StatusChip>
      {mayTakeBack && <ThereButton of={fullName(pupil)} onPress={() => void takeBack(note.id)} />}
      {isPhone && reach.length > 0 && (
        <span className={classes.below}>
          <SicknoteReachField reach={reach} of={fullName(pupil)} />
        </span>
      )}
    </span>
  )
}

/** Whether a child of the class is away today; one that is missing is marked with one tap (domain §9b). */
export const PresenceWidget = ({ pupil }: PresenceWidgetProps) => {
  const today = useToday()
  const notes = useNotesOfToday()
  const isSchoolDay = useIsSchoolDay()
  const { isEditor, mayChange } = useNoteRights()
  const isPhone = useNarrow() === true
  const onItsWay = useMissingMark(pupil.id)
  const frame = useRef<HTMLSpanElement>(null)
  if (!notes) return null
  const note = noteOf(notes, pupil.id)
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
      // Beside each child of a class: quiet, where a pointer shows what can be pressed.
      variant={isPhone ? 'default' : 'subtle'}
      {...(!isPhone && { c: 'var(--sh-ink-quiet)' })}
      size="compact-sm"
      className={`sh-one-line sh-fixed sh-screen-only ${classes.tap}`}
      leftSection={<UserX size={16} aria-hidden />}
      aria-label={`Fehlt? ${fullName(pupil)}`}
      onClick={stopRow(() => void mark())}
    >
      Fehlt?
    </Button>
  )
  // It stays while the button and the state take turns, so that F8 leads from the notice back to this row.
  return (
    <span ref={frame} tabIndex={-1} className={classes.presence} data-away={note !== undefined}>
      {note && <Away note={note} today={today} mayTakeBack={mayChange(note)} isPhone={isPhone} />}
      {!note && (onItsWay ? <OnItsWay pupil={pupil} /> : button)}
    </span>
  )
}

interface PresenceCountWidgetProps {
  pupils: readonly { id: number }[]
}

/** How many of a class are away today, above its children; its line is kept until that is known. */
export const PresenceCountWidget = ({ pupils }: PresenceCountWidgetProps) => {
  const notes = useNotesOfToday()
  const isSchoolDay = useIsSchoolDay()
  const { isPending } = useQuery(sicknoteOptionsQuery)
  useLeaveQuestion(useHasWaitingMarks())
  if (pupils.length === 0 || !(isPending || isSchoolDay)) return null
  if (isPending || !notes) return <p className="sh-flush sh-padded-1">{'\u00a0'}</p>
  const ids = new Set(notes.map(({ pupil }) => pupil.id))
  return (
    <p role="status" className="sh-bold sh-flush sh-padded-1">
      {presenceText(pupils.filter(({ id }) => ids.has(id)).length, pupils.length)}
    </p>
  )
}

/** The absent pupils of a class today, in words; for the start page of the class teacher. */
export const AbsentTodayWidget = ({ schoolclassId }: { schoolclassId: number }) => {
  const today = useToday()
  const notes = useNotesOfToday()?.filter(({ pupil }) => pupil.schoolclass?.id === schoolclassId)
  if (!notes) return null
  const byChild = new Map(notes.map((note) => [note.pupil.id, note]))
  if (byChild.size === 0) return <p className="sh-flush sh-above-2">Heute ist niemand abgemeldet.</p>
  return (
    <div className="sh-flush sh-above-2">
      <p className="sh-bold sh-flush sh-below-1">{`Heute abwesend: ${byChild.size}`}</p>
      <ul className={`sh-plain-list ${classes.absent}`}>
        {[...byChild.values()].map((note) => (
          <li key={note.pupil.id} className="sh-row sh-gap-3 sh-rows-1">
            <span>
              <Link to={paths.pupil(note.pupil.id)} className="sh-ink">
                {fullName(note.pupil)}
              </Link>
              {!isUnexplained(note) && (
                <span className="sh-quiet sh-small sh-block">{rangeText(note.value, today)}</span>
              )}
            </span>
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
