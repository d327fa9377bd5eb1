import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import { EXCUSE_STATE_LABELS, type Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useToday } from '#web/api/base-data.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { SicknoteChangeDialog } from './SicknoteChangeDialog.tsx'
import { SicknoteRowMenu } from './SicknoteRowMenu.tsx'
import { restoreNote } from './sicknote-actions.ts'
import classes from './sicknote-lines.module.css'
import {
  EXCUSE_OPEN,
  hintsOf,
  isNew,
  isStillUnexplained,
  reasonText,
  reportedAt,
  reportedBy,
  type SicknoteStatus,
  schoolDaysText,
  statusesOf,
} from './sicknote-texts.ts'
import { UnexplainedField } from './UnexplainedField.tsx'
import { useNoteRights } from './use-note-rights.ts'

const SHOWN_AT_FIRST = 6

const daysText = ({ dateStart, dateEnd }: Sicknote['value']) =>
  dateStart === dateEnd ? formatDate(dateStart) : `${formatDate(dateStart)} – ${formatDate(dateEnd)}`

const lengthText = ({ value, school_days }: Sicknote) => partText(value) ?? schoolDaysText(school_days)

/** Without a heading above them, „offen“ needs its noun. */
const statusesInWords = (note: Sicknote): SicknoteStatus[] => [
  ...(isNew(note) ? [{ tone: 'neutral', icon: 'dot', text: 'neu' } as const] : []),
  ...statusesOf(note).map((status) =>
    status === EXCUSE_OPEN ? { ...status, text: `Entschuldigung ${status.text}` } : status,
  ),
]

/** How it stands; of one that was deleted only that. */
const Statuses = ({ note }: { note: Sicknote }) => {
  if (note.cancelled_at !== null)
    return (
      <StatusChip tone="neutral" icon="cross">
        gelöscht
      </StatusChip>
    )
  return (
    <>
      {isStillUnexplained(note) && <UnexplainedField />}
      {statusesInWords(note).map(({ text, tone, icon }) => (
        <StatusChip key={text} tone={tone} icon={icon}>
          {text}
        </StatusChip>
      ))}
    </>
  )
}

/** What the day counts as while nobody knows why the child is missing. */
const countedAs = (note: Sicknote) =>
  note.cancelled_at === null && isStillUnexplained(note) ? [`zählt als ${EXCUSE_STATE_LABELS[note.excuse_state]}`] : []

interface NoteLineProps {
  note: Sicknote
  onChange: (note: Sicknote) => void
}

const NoteLine = ({ note, onChange }: NoteLineProps) => {
  const today = useToday()
  const rights = useNoteRights()
  const isGone = note.cancelled_at !== null
  const told = [
    `gemeldet ${reportedAt(note.created_at, today)}`,
    reportedBy(note),
    ...countedAs(note),
    ...hintsOf(note),
  ]
  const reason = !isGone && isStillUnexplained(note) ? undefined : reasonText(note)
  const mayRestore = isGone && rights.mayChange(note)
  return (
    <li data-gone={isGone} className="sh-line sh-padded-2 sh-spread sh-gap-2">
      <div className={`sh-row sh-shrinks ${classes.what}`}>
        <span className={`sh-bold sh-one-line sh-figures ${classes.days}`}>{daysText(note.value)}</span>
        <span>{[lengthText(note), reason].filter(Boolean).join(', ')}</span>
        <Statuses note={note} />
        <span className={`sh-quiet sh-small ${classes.told}`}>{told.join(' · ')}</span>
        {note.value.comment && (
          <span className={`sh-ink sh-small sh-breaks ${classes.told}`}>{note.value.comment}</span>
        )}
      </div>
      {mayRestore && (
        <Button
          variant="subtle"
          size="compact-md"
          flex="none"
          aria-label={`Wiederherstellen: ${daysText(note.value)}`}
          onClick={() => void restoreNote(note)}
        >
          Wiederherstellen
        </Button>
      )}
      {!isGone && rights.isEditor && (
        <SicknoteRowMenu
          className={classes.menu}
          label={`Aktionen: ${daysText(note.value)}`}
          note={note}
          rights={rights}
          today={today}
          onChange={onChange}
        />
      )}
    </li>
  )
}

/** Notes of one child, the newest first, with what can be done about each; reasons and remarks do not go on paper (domain §5.4). */
export const NoteLinesWidget = ({ notes }: { notes: readonly Sicknote[] }) => {
  const [isWhole, setWhole] = useState(false)
  const [changed, setChanged] = useState<Sicknote>()
  const shown = isWhole ? notes : notes.slice(0, SHOWN_AT_FIRST)
  if (notes.length === 0)
    return <p className="sh-quiet sh-flush sh-screen-only">Keine Meldungen in diesem Schuljahr.</p>
  return (
    <div className="sh-screen-only">
      <Box component="h3" className="sh-bold sh-flush" fz="var(--sh-text)">
        Meldungen
      </Box>
      <ul className={`sh-plain-list ${classes.lines}`}>
        {shown.map((note) => (
          <NoteLine key={note.id} note={note} onChange={setChanged} />
        ))}
      </ul>
      {shown.length < notes.length && (
        <Button variant="subtle" size="compact-md" mt="xs" onClick={() => setWhole(true)}>
          {`Alle ${notes.length} anzeigen`}
        </Button>
      )}
      {changed && <SicknoteChangeDialog note={changed} onGone={() => setChanged(undefined)} />}
    </div>
  )
}
