import { ActionIcon, Button } from '@mantine/core'
import { Check, CheckCheck, CircleX, Trash2, X } from 'lucide-react'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { SelectionCard } from '#web/lists/SelectionCard.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { cancelNotes, markSeen, setExcuse } from './sicknote-actions.ts'
import type { NoteRights } from './use-note-rights.ts'

interface SicknotesBulkCardProps {
  chosen: readonly Sicknote[]
  rights: NoteRights
  onClear: () => void
}

/** What is done with several notes at once (ux §3.7). */
export const SicknotesBulkCard = ({ chosen, rights, onClear }: SicknotesBulkCardProps) => {
  const isNarrow = useNarrow()
  const then = (done: Promise<boolean>) => void done.then((isDone) => isDone && onClear())
  const actions = [
    {
      text: 'Gesehen',
      icon: Check,
      isOffered: chosen.some((note) => note.seen_at === null),
      run: () => markSeen(chosen),
    },
    { text: 'Als entschuldigt markieren', icon: CheckCheck, isOffered: true, run: () => setExcuse(chosen, 'excused') },
    { text: 'Unentschuldigt', icon: CircleX, isOffered: true, run: () => setExcuse(chosen, 'unexcused') },
    { text: 'Löschen', icon: Trash2, isOffered: chosen.every(rights.mayChange), run: () => cancelNotes(chosen) },
  ]
  return (
    <SelectionCard count={chosen.length}>
      {actions
        .filter(({ isOffered }) => isOffered)
        .map(({ text, icon: Icon, run }) => (
          <Button
            key={text}
            variant="default"
            {...(isNarrow ? { px: 'xs' } : { leftSection: <Icon size={20} aria-hidden /> })}
            onClick={() => then(run())}
          >
            {text}
          </Button>
        ))}
      <ActionIcon ml="auto" aria-label="Auswahl aufheben" title="Auswahl aufheben" onClick={onClear}>
        <X size={20} aria-hidden />
      </ActionIcon>
    </SelectionCard>
  )
}
