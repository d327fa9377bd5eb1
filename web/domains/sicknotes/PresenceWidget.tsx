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
import { countChildren } from './sicknote-counts.ts'
import type { PickedPupil } from './sicknote-form.ts'
import classes from './sicknote-lines.module.css'
import { refreshSicknotes, sicknoteOptionsQuery, sicknotesQuery } from './sicknote-queries.ts'
import { freeDayName, presenceText, rangeText } from './sicknote-texts.ts'
import { UnexplainedField } from './UnexplainedField.tsx'
import { useNoteRights } from './use-note-rights.ts'
import { noteOf, useNotesOfToday } from './use-notes-of-today.ts'

type Missing = Pick<PickedPupil, 'id' | 'firstname' | 'lastname' | 'lastname_prefix'>

/** The mark goes; `markAgain` where there is a way back to it. */
const takeBack = (id: number, pupil: Missing, markAgain?: () => unknown) =>
  actOnce(`cancel ${id}`, async () => {
    try {
      await call(sicknoteChangeEndpoints.cancel, { params: { id } })
      notify(`${fullName(pupil)} ist doch da.`, {
        about: `presence ${pupil.id}`,
        ...(markAgain && { undo: () => void markAgain() }),
      })
    } finally {
      void refreshSicknotes()
    }
  })

/** The first number of the list that has just been asked again; on a phone the notice lies above it. */
const callOf = (id: number) => {
  const note = queryClient.getQueryData(sicknotesQuery.queryKey)?.find((one) => one.id === id)
  const [first] = note?.reach ?? []
  return first && { text: 'Anrufen', run: () => window.location.assign(phoneLink(first.phone)) }
}

/** One tap (domain §9b): the child is missing today and nobody knows why. The notice has the way back. Answers whether the absence is known now. */
const markMissing = async (pupil: Missing, { today, isPhone }: { today: string; isPhone: boolean }) => {
  const reply = await sendMissing(pupil.id, { day: today, takeBack: (id) => takeBack(id, pupil) })
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
    undo: () => void takeBack(id, pupil),
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

/** The first number to call when the child is missing without a reason; otherwise undefined. */
export const useFirstNumber = (pupilId: number) => {
  const note = noteOf(useNotesOfToday() ?? [], pupilId)
  return note && isUnexplained(note) ? note.reach?.[0] : undefined
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

interface ThereButtonProps {
  of: string
  isPhone: boolean
  onPress: () => void
}

/** The way back in the row, for when the notice is long gone. */
const ThereButton = ({ of, isPhone, onPress }: ThereButtonProps) => {
  const shared = { 'aria-label': `Doch da: ${of}`, onClick: stopRow(onPress) }
  if (isPhone)
    return (
      <button type="button" className={`sh-bare sh-linked sh-small sh-screen-only ${classes.there}`} {...shared}>
        Doch da
      </button>
    )
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={`sh-one-line sh-fixed sh-screen-only ${classes.tap}`}
      {...shared}
    >
      Doch da
    </Button>
  )
}

interface MissingButtonProps {
  pupil: Missing
  onPress: () => void
}

/** Beside each child of a class, with an outline: without, it would read as the child's status. */
const MissingButton = ({ pupil, onPress }: MissingButtonProps) => (
  <Button
    variant="default"
    c="var(--sh-ink-quiet)"
    size="compact-sm"
    className={`sh-one-line sh-fixed sh-screen-only ${classes.tap}`}
    leftSection={<UserX size={16} aria-hidden />}
    aria-label={`Fehlt? ${fullName(pupil)}`}
    onClick={stopRow(onPress)}
  >
    Fehlt?
  </Button>
)

interface ChildProps {
  pupil: Missing
  isPhone: boolean
}

/** On a phone these two lines are exactly as large as the button: nothing moves under the thumb. */
const linesClass = (isPhone: boolean) => (isPhone ? classes.place : 'sh-chips sh-gap-3 sh-rows-1')

const SENDING_TEXTS = {
  sending: 'wird gesendet …',
  waiting: 'wird gesendet, sobald wieder Verbindung besteht',
} as const

/** Marked, and not yet known to the server. */
const OnItsWay = ({ pupil, isPhone }: ChildProps) => {
  const mark = useMissingMark(pupil.id)
  if (!mark) return null
  const isWaiting = mark.state === 'waiting'
  // A phone has no room for the sentence; the banner of the page says the rest.
  const isShort = isPhone && isWaiting
  return (
    <span className={linesClass(isPhone)}>
      {isShort ? (
        <StatusChip tone="attention" icon="wait">
          wartet
        </StatusChip>
      ) : (
        <UnexplainedField />
      )}
      <span role="status" className={isShort ? 'sh-visually-hidden' : 'sh-quiet sh-small'}>
        {SENDING_TEXTS[mark.state]}
      </span>
      {isWaiting && <ThereButton of={fullName(pupil)} isPhone={isPhone} onPress={mark.giveUp} />}
    </span>
  )
}

/** Until when a child is away, as its family has said. */
const Reported = ({ note, today }: { note: Sicknote; today: string }) => (
  <StatusChip tone="neutral" icon="dot">
    {`abgemeldet ${[rangeText(note.value, today), partText(note.value)].filter(Boolean).join(', ')}`}
  </StatusChip>
)

/** On a phone below the name, beside which there is no room. */
export const ReportedWidget = ({ pupilId }: { pupilId: number }) => {
  const today = useToday()
  const note = noteOf(useNotesOfToday() ?? [], pupilId)
  if (!note || isUnexplained(note)) return null
  return (
    <span className={classes.reported}>
      <Reported note={note} today={today} />
    </span>
  )
}

interface AwayProps extends ChildProps {
  note: Sicknote
  today: string
  mayTakeBack: boolean
}

const Away = ({ note, today, pupil, mayTakeBack, isPhone }: AwayProps) => {
  if (!isUnexplained(note)) return isPhone ? null : <Reported note={note} today={today} />
  return (
    <span className={linesClass(isPhone)}>
      <UnexplainedField />
      {mayTakeBack && (
        <ThereButton
          of={fullName(pupil)}
          isPhone={isPhone}
          onPress={() => void takeBack(note.id, pupil, () => markMissing(pupil, { today, isPhone }))}
        />
      )}
    </span>
  )
}

/** Whether a child of the class is away today; one that is missing is marked with one tap (domain §9b). */
export const PresenceWidget = ({ pupil }: { pupil: Missing }) => {
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
  const child = { pupil, isPhone }
  // It stays while the button and the state take turns, so that F8 leads from the notice back to this row.
  return (
    <span ref={frame} tabIndex={-1} className={classes.presence} data-away={note !== undefined}>
      {note && <Away {...child} note={note} today={today} mayTakeBack={mayChange(note)} />}
      {!note && (onItsWay ? <OnItsWay {...child} /> : <MissingButton pupil={pupil} onPress={() => void mark()} />)}
    </span>
  )
}

interface PresenceCountWidgetProps {
  pupils: readonly Missing[]
}

/** How many of a class are away today and who, above its children; its line is kept until that is known. */
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
      {presenceText(pupils.filter(({ id }) => ids.has(id)).map(fullName), pupils.length)}
    </p>
  )
}
