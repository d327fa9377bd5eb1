import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { type PupilNote, pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { actOnce } from '#web/api/act-once.ts'
import { useMay } from '#web/api/base-data.ts'
import { call } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import { PupilNoteForm } from './PupilNoteForm.tsx'
import { historyQuery, notesQuery } from './pupil-query.ts'
import classes from './pupils.module.css'

const HEADING = 'notes'
const refresh = async (pupilId: number) => {
  void queryClient.invalidateQueries({ queryKey: historyQuery(pupilId).queryKey })
  await queryClient.invalidateQueries({ queryKey: notesQuery(pupilId).queryKey })
}

const act = (pupilId: number, send: () => Promise<{ message: string }>) =>
  actOnce(`notes ${pupilId}`, async () => {
    const { message } = await send()
    await refresh(pupilId)
    return message
  })

/** The way back writes the note anew: the words are the same, the day is today's. */
const writeAnew = async (pupilId: number, body_markdown: string) => {
  const params = { id: pupilId }
  if (await act(pupilId, () => call(pupilNoteEndpoints.add, { params, body: { body_markdown } })))
    notify('Die Notiz ist wieder da.')
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
  const params = { id: pupilId, note_id: id }
  const message = await act(pupilId, () => call(pupilNoteEndpoints.remove, { params }))
  if (!message) return
  // Its button went with it.
  focusField(HEADING)
  notify(message, isOwn ? { about: `note ${id}`, undo: () => writeAnew(pupilId, body_markdown) } : {})
}

const factsText = ({ author, created_at, updated_at }: PupilNote) => {
  const written = `${author ?? 'unbekannt'}, ${formatDateTime(created_at)}`
  return updated_at === created_at ? written : `${written}, geändert ${formatDateTime(updated_at)}`
}

/** Which note is being written: a known one, a new one, none. */
type Written = number | 'new' | undefined

const NoteEntry = ({ pupilId, note, onEdit }: { pupilId: number; note: PupilNote; onEdit: () => void }) => {
  const name = `Notiz vom ${formatDateTime(note.created_at)}`
  return (
    <>
      <div className="sh-line sh-small sh-spread sh-gap-2">
        <span className="sh-quiet">{factsText(note)}</span>
        <span className="sh-inline sh-fixed">
          <ActionIcon aria-label={`${name} bearbeiten`} onClick={onEdit}>
            <Pencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`${name} löschen`} onClick={() => void removeNote(pupilId, note)}>
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

/** Dated notes of staff; teachers see their own (domain §1.0, class E). */
export const PupilNotesCard = ({ pupilId }: { pupilId: number }) => {
  const [written, write] = useState<Written>()
  const may = useMay()
  const maySeeAll = may('manage pupil')
  const isShown = maySeeAll || may('view attached pupil')
  const query = useQuery({ ...notesQuery(pupilId), enabled: isShown })
  if (!isShown) return null
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
      {!maySeeAll && (
        <p className="sh-quiet sh-flush">Sie sehen hier Ihre eigenen Notizen; die Schulleitung sieht alle.</p>
      )}
      {written === 'new' && <PupilNoteForm pupilId={pupilId} onClose={close} />}
      <Loaded query={query}>
        {(notes) =>
          notes.length === 0 ? (
            <p className="sh-quiet sh-flush">{written === 'new' ? '' : 'Noch keine Notiz.'}</p>
          ) : (
            <ul className="sh-plain-list sh-ruled">
              {notes.map((note) => (
                <li key={note.id} className="sh-padded-2">
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
      </Loaded>
    </EditableCard>
  )
}
