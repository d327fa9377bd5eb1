import { Button } from '@mantine/core'
import { CalendarPlus, CircleCheck } from 'lucide-react'
import { fullName } from '#contract/person-names.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { alreadyText } from './sicknote-texts.ts'
import classes from './sicknotes.module.css'
import { useNoteRights } from './use-note-rights.ts'

interface KnownNotesFieldProps {
  notes: readonly Sicknote[]
  today: string
  onExtend: (note: Sicknote) => void
}

/** Below the children: who is absent already, and the way to a longer absence instead of a second one. */
export const KnownNotesField = ({ notes, today, onExtend }: KnownNotesFieldProps) => {
  const { mayChange } = useNoteRights()
  return (
    // The live region stands before its words do.
    <div role="status">
      {notes.map((note) => (
        <p key={note.id} className={`sh-row sh-flush sh-above-2 sh-gap-2 sh-rows-1 ${classes.knownNote}`}>
          <CircleCheck size={20} aria-hidden />
          <span>{alreadyText(note, today)}</span>
          {mayChange(note) && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Verlängern …: ${fullName(note.pupil)}`}
              leftSection={<CalendarPlus size={16} aria-hidden />}
              onClick={() => onExtend(note)}
            >
              Verlängern …
            </Button>
          )}
        </p>
      ))}
    </div>
  )
}
