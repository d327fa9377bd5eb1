import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import {
  PUPIL_NOTE_MAX,
  type PupilNote,
  pupilHistoryEndpoints,
  pupilNoteEndpoints,
} from '#contract/pupils/pupils.notes.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { cancelOnEscape } from '#web/forms/cancel-on-escape.ts'
import { RichTextField } from '#web/forms/RichTextField.tsx'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import { useStaleForm } from '#web/forms/use-stale-form.ts'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import { ConfidentialHint } from './ConfidentialHint.tsx'
import classes from './PupilSections.module.css'
import { notesQuery } from './pupil-query.ts'

interface PupilNoteFormProps {
  pupilId: number
  /** Missing: a new one. */
  note?: PupilNote | undefined
  onClose: () => void
}

interface NoteValues {
  body_markdown: string
}

const CHANGED = [pupilNoteEndpoints.list, pupilHistoryEndpoints.list]
const QUESTION = 'Die Notiz, die Sie gerade schreiben, ist noch nicht gespeichert.'

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
  const place = useKeptInput<string>(`${window.location.pathname} note ${note?.id ?? 'new'}`)
  const stale = useStaleForm<PupilNote | undefined, NoteValues>({
    loaded: note,
    valuesOf: (one) => ({ body_markdown: one?.body_markdown ?? '' }),
    changed: (values, before) => (values.body_markdown.trim() === before.body_markdown.trim() ? [] : ['body_markdown']),
    loadAnew: async (one) => one && loadNoteAnew(pupilId, one.id),
  })
  const [values, setValues] = useState<NoteValues>(() => ({ body_markdown: place.kept ?? stale.before.body_markdown }))
  const [error, setError] = useState<string>()
  const keyFor = useSendKey()
  const isDirty = stale.isDirtyWith(values)
  useUnsavedChanges(isDirty)
  useEffect(() => place.remember(isDirty ? values.body_markdown : undefined))

  const calls = {
    invalidates: CHANGED,
    onFieldErrors: (errors: Record<string, string>) => setError(errors.body_markdown),
  }
  const inputs = { values, setValues, onSame: onClose }
  const add = useCall(pupilNoteEndpoints.add, calls)
  const change = useCall(pupilNoteEndpoints.change, {
    ...calls,
    onFailure: (failure) => stale.compareAfter(failure, inputs),
  })
  const send = () => {
    const { base } = stale
    if (!base) return add.run({ params: { id: pupilId }, body: values, idempotencyKey: keyFor(values) })
    return change.run({ params: { id: pupilId, note_id: base.id }, body: { ...values, version: base.version } })
  }
  const save = async () => {
    if (!isDirty) return onClose()
    setError(undefined)
    stale.endConflict()
    const reply = await send()
    if (!reply) return
    if (note) showChanged(pupilId, { ...note, ...values })
    onClose()
    notify(reply.message)
  }
  return {
    values,
    error,
    conflict: stale.conflict,
    theirs: stale.before,
    isRunning: add.isRunning || change.isRunning,
    type: (body_markdown: string) => setValues({ body_markdown }),
    submit: () => stale.conflict === undefined && void save(),
    keepMine: () => void save(),
    takeTheirs: () => {
      stale.endConflict()
      setValues(stale.before)
    },
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
  const { note } = props
  const draft = useNote(props)
  const form = useWholeInSight()
  return (
    <form
      ref={form}
      className={classes.noteForm}
      onKeyDown={cancelOnEscape(() => void draft.cancel())}
      aria-label={note ? 'Notiz bearbeiten' : 'Neue Notiz'}
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
          value={draft.values.body_markdown}
          max={PUPIL_NOTE_MAX}
          error={draft.error}
          onChange={draft.type}
          takesFocus
        />
        <ConfidentialHint text={draft.values.body_markdown} />
        {draft.conflict && (
          <ConflictCard
            text={draft.conflict}
            lines={[
              {
                key: 'body_markdown',
                label: 'Notiz',
                mine: <TextBlocks text={draft.values.body_markdown} />,
                theirs: <TextBlocks text={draft.theirs.body_markdown} />,
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
