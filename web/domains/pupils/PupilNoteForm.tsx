import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import {
  PUPIL_NOTE_MAX,
  type PupilNote,
  pupilHistoryEndpoints,
  pupilNoteEndpoints,
} from '#contract/pupils/pupils.notes.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import type { FormField } from '#web/forms/fields.ts'
import { RichTextField } from '#web/forms/RichTextField.tsx'
import { cancelOnEscape } from '#web/forms/SectionForm.tsx'
import { saverOf, type TypedInput, useEdit } from '#web/forms/use-edit.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import { ConfidentialHint } from './ConfidentialHint.tsx'
import { notesQuery } from './pupil-query.ts'
import classes from './pupils.module.css'

const FIELDS: readonly FormField[] = [{ key: 'body_markdown', label: 'Notiz', kind: 'rich text' }]
const QUESTION = 'Die Notiz, die Sie gerade schreiben, ist noch nicht gespeichert.'

interface PupilNoteFormProps {
  pupilId: number
  /** Missing: a new one. */
  note?: PupilNote | undefined
  onClose: () => void
}

interface NoteText {
  body_markdown: string
}

const loadNoteAnew = async (pupilId: number, noteId: number) => {
  const notes = await queryClient.fetchQuery({ ...notesQuery(pupilId), staleTime: 0 })
  return notes.find(({ id }) => id === noteId)
}

/** The list takes a moment to load: a note that is deleted right away must come back with its new words. */
const showChanged = (pupilId: number, changed: PupilNote) =>
  queryClient.setQueryData(notesQuery(pupilId).queryKey, (notes) =>
    notes?.map((one) => (one.id === changed.id ? changed : one)),
  )

const useNote = ({ pupilId, note, onClose }: PupilNoteFormProps) => {
  const edit = useEdit<PupilNote, NoteText, NoteText>({
    fields: FIELDS,
    loaded: note,
    loadAnew: ({ id }) => loadNoteAnew(pupilId, id),
    invalidates: [pupilNoteEndpoints.list, pupilHistoryEndpoints.list],
    ...usePreservedInput<TypedInput<PupilNote>>(`${window.location.pathname} note ${note?.id ?? 'new'}`),
  })
  const add = useCall(pupilNoteEndpoints.add, edit.calls)
  const change = useCall(pupilNoteEndpoints.change, edit.calls)
  const isRunning = add.isRunning || change.isRunning
  const { isDirty } = edit
  useUnsavedChanges(isDirty)
  const saver = saverOf(edit, {
    onAdd: (body, idempotencyKey) => add.run({ params: { id: pupilId }, body, idempotencyKey }),
    onChange: async ({ id, version }, changes) => {
      const body = { ...changes, version }
      const reply = await change.run({ params: { id: pupilId, note_id: id }, body })
      if (reply && note) showChanged(pupilId, { ...note, ...changes })
      return reply
    },
    isRunning,
    close: onClose,
  })
  return {
    ...edit,
    ...saver,
    isRunning,
    submit: () => (isDirty ? saver.submit() : onClose()),
    cancel: async () => {
      if (!isDirty || (await askToDiscard(QUESTION))) onClose()
    },
  }
}

/** Keeps a form in sight with its last button while it is drawn, part by part, until somebody types. */
const useWholeInSight = () => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const box = form.current
    if (!box) return
    const observer = new ResizeObserver(() => box.scrollIntoView({ block: 'nearest' }))
    const stop = () => observer.disconnect()
    observer.observe(box)
    box.addEventListener('input', stop, { once: true })
    return stop
  }, [])
  return form
}

/** A note while it is written (ux §3.4). */
export const PupilNoteForm = (props: PupilNoteFormProps) => {
  const draft = useNote(props)
  const text = String(draft.values.body_markdown)
  return (
    <form
      ref={useWholeInSight()}
      className={classes.noteForm}
      onKeyDown={cancelOnEscape(() => void draft.cancel())}
      aria-label={props.note ? 'Notiz bearbeiten' : 'Neue Notiz'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        draft.submit()
      }}
    >
      <Stack gap="sm">
        <RichTextField
          id="body_markdown"
          label="Notiz"
          description="Keine Gesundheitsangaben."
          max={PUPIL_NOTE_MAX}
          value={text}
          error={draft.errors.body_markdown}
          onChange={(value) => draft.set('body_markdown', value)}
          takesFocus
        />
        <ConfidentialHint text={text} />
        {draft.conflict && (
          <ConflictCard
            text={draft.conflict}
            lines={[
              {
                key: 'body_markdown',
                label: 'Notiz',
                mine: <TextBlocks text={text} />,
                theirs: <TextBlocks text={String(draft.before.body_markdown)} />,
              },
            ]}
            onKeepMine={draft.keepMine}
            onTakeTheirs={draft.takeTheirs}
          />
        )}
        <Group gap="xs">
          {!draft.conflict && (
            <ActionButton type="submit" isRunning={draft.isRunning}>
              Notiz speichern
            </ActionButton>
          )}
          <Button variant="default" onClick={() => void draft.cancel()}>
            Abbrechen
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
