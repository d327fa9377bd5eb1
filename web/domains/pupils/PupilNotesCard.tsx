import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { type PupilNote, pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { useMay } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryClient } from '#web/api/query-client.ts'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import page from '#web/ui/record-page.module.css'
import { PupilNoteForm } from './PupilNoteForm.tsx'
import classes from './PupilSections.module.css'
import { historyQuery, notesQuery } from './pupil-query.ts'

const HEADING = 'notes'
const refresh = async (pupilId: number) => {
  void queryClient.invalidateQueries({ queryKey: historyQuery(pupilId).queryKey })
  await queryClient.invalidateQueries({ queryKey: notesQuery(pupilId).queryKey })
}

/** The way back writes the note anew: the words are the same, the day is today's. */
const writeAnew = async (pupilId: number, body_markdown: string) => {
  try {
    await call(pupilNoteEndpoints.add, { params: { id: pupilId }, body: { body_markdown } })
    await refresh(pupilId)
    notify('Die Notiz ist wieder da.')
  } catch (failure) {
    await explainFailure(failure)
  }
}

/** What somebody else wrote could only come back under another name: it goes after a question, without a way back. */
const askForOthers = ({ author }: PupilNote) =>
  confirmDialog({
    title: 'Notiz löschen',
    message: `Die Notiz von ${author ?? 'unbekannt'} wird endgültig gelöscht.`,
    accept: 'Notiz löschen',
    type: 'negative',
    prefers: 'dismiss',
  })

const removeNote = async (pupilId: number, note: PupilNote) => {
  const { id, body_markdown, is_own: isOwn } = note
  if (!isOwn && !(await askForOthers(note))) return
  try {
    const { message } = await call(pupilNoteEndpoints.remove, { params: { id: pupilId, note_id: id } })
    await refresh(pupilId)
    // Its button went with it.
    focusField(HEADING)
    notify(message, isOwn ? { about: `note ${id}`, undo: () => writeAnew(pupilId, body_markdown) } : {})
  } catch (failure) {
    await explainFailure(failure)
  }
}

const factsText = ({ author, created_at, updated_at }: PupilNote) => {
  const written = `${author ?? 'unbekannt'}, ${formatDateTime(created_at)}`
  return updated_at === created_at ? written : `${written}, geändert ${formatDateTime(updated_at)}`
}

interface NoteEntryProps {
  pupilId: number
  note: PupilNote
  onEdit: () => void
}

const NoteEntry = ({ pupilId, note, onEdit }: NoteEntryProps) => {
  return (
    <>
      <div className="sh-line sh-small sh-spread sh-gap-2">
        <span className={page.quiet}>{factsText(note)}</span>
        <span className={classes.noteTools}>
          <ActionIcon aria-label={`Notiz vom ${formatDateTime(note.created_at)} bearbeiten`} onClick={onEdit}>
            <Pencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={`Notiz vom ${formatDateTime(note.created_at)} löschen`}
            onClick={() => void removeNote(pupilId, note)}
          >
            <Trash2 size={18} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      <div className={`sh-breaks sh-measure ${classes.noteText}`}>
        <TextBlocks text={note.body_markdown} />
      </div>
    </>
  )
}

/** Which note is being written: a known one, a new one, none. */
type Written = number | 'new' | undefined

const Notes = ({ pupilId, written, write }: { pupilId: number; written: Written; write: (id: Written) => void }) => {
  const notes = useQuery(notesQuery(pupilId))
  if (notes.isPending) return <LoadingText />
  if (notes.isError) return <NotLoaded onRetry={() => void notes.refetch()} />
  if (notes.data.length === 0) return <p className={page.quiet}>{written === 'new' ? '' : 'Noch keine Notiz.'}</p>
  const close = () => {
    write(undefined)
    focusField(HEADING)
  }
  return (
    <ul className={`sh-plain-list ${classes.notes}`}>
      {notes.data.map((note) => (
        <li key={note.id}>
          {written === note.id ? (
            <PupilNoteForm pupilId={pupilId} note={note} onClose={close} />
          ) : (
            <NoteEntry pupilId={pupilId} note={note} onEdit={() => write(note.id)} />
          )}
        </li>
      ))}
    </ul>
  )
}

/** Dated notes of staff; teachers see their own (domain §1.0, class E). */
export const PupilNotesCard = ({ pupilId }: { pupilId: number }) => {
  const [written, write] = useState<Written>()
  const may = useMay()
  if (!may('manage pupil') && !may('view attached pupil')) return null
  const close = () => {
    write(undefined)
    focusField(HEADING)
  }
  return (
    <EditableCard
      name="notizen"
      headingId={HEADING}
      title="Notizen"
      isUnprinted
      tools={
        written === undefined && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Plus size={18} aria-hidden />}
            onClick={() => write('new')}
          >
            Notiz schreiben
          </Button>
        )
      }
    >
      {!may('manage pupil') && (
        <p className={page.quiet}>Sie sehen hier Ihre eigenen Notizen; die Schulleitung sieht alle.</p>
      )}
      {written === 'new' && <PupilNoteForm pupilId={pupilId} onClose={close} />}
      <Notes pupilId={pupilId} written={written} write={write} />
    </EditableCard>
  )
}
