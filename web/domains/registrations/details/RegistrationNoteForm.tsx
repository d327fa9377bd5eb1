import { Alert, Button, Card, Group, Textarea, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { RegistrationDetails } from '#contract/registrations.details.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations.ts'
import { retentionEndpoints } from '#contract/retentions.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'
import { useKeptInput } from '#web/shell/use-kept-input.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { counterText } from '#web/ui/native/counter-text.ts'
import classes from './RegistrationDetailsPage.module.css'

const NOTE_MAX = 2000

interface NoteConflict {
  text: string
  /** What is stored now. */
  note: string
  version: number
}

const readConflict = (failure: ApiFailure): NoteConflict | undefined => {
  const { internal_note, version } = failure.body as { internal_note?: string | null; version?: number }
  if (failure.status !== 409 || version === undefined) return undefined
  return { text: conflictText(failure), note: internal_note ?? '', version }
}

const useNote = ({ id, internal_note, version }: RegistrationDetails) => {
  const stored = internal_note ?? ''
  const { kept, remember } = useKeptInput<string>()
  const [typed, setTyped] = useState(kept)
  useEffect(() => remember(typed))
  const [conflict, setConflict] = useState<NoteConflict>()
  const [error, setError] = useState<string>()
  const save = useCall(registrationEndpoints.saveNote, {
    // A note written after a decision goes on a day of its own (domain §5.2).
    invalidates: [registrationEndpoints.get, retentionEndpoints.get],
    onFieldErrors: (errors) => setError(errors.internal_note),
    onFailure: (failure) => {
      const found = readConflict(failure)
      return found ? setConflict(found) : explainFailure(failure)
    },
  })
  const send = async (base: number) => {
    setError(undefined)
    const reply = await save.run({ params: { id }, body: { internal_note: typed ?? stored, version: base } })
    if (!reply) return
    setConflict(undefined)
    setTyped(undefined)
    // Its button goes with what was not saved.
    focusField('internal_note')
    await notify('Die Notiz ist gespeichert.')
  }
  return {
    text: typed ?? stored,
    isDirty: typed !== undefined && typed !== stored,
    isRunning: save.isRunning,
    error,
    type: setTyped,
    send: () => send(version),
    conflict,
    keepMine: () => conflict && send(conflict.version),
    takeTheirs: () => {
      setConflict(undefined)
      setTyped(conflict?.note)
    },
  }
}

const ConflictNotice = ({ note }: { note: ReturnType<typeof useNote> }) =>
  note.conflict && (
    <Alert color="red" mt="sm" title={note.conflict.text} role="alert">
      <p className={classes.conflictLabel}>Gespeichert ist jetzt:</p>
      <blockquote className={classes.conflictNote}>{note.conflict.note || '(leer)'}</blockquote>
      <Group gap="xs" mt="sm">
        <Button variant="default" onClick={() => void note.keepMine()}>
          Meine übernehmen
        </Button>
        <Button variant="default" onClick={note.takeTheirs}>
          Gespeicherte behalten
        </Button>
      </Group>
    </Alert>
  )

/** What staff note for themselves; a note somebody else wrote meanwhile is shown before it is overwritten (ux §2). */
export const RegistrationNoteForm = ({ details }: { details: RegistrationDetails }) => {
  const note = useNote(details)
  useUnsavedChanges(note.isDirty)
  return (
    <Card component="section" aria-labelledby="note">
      <Title order={2} id="note" mb="xs">
        Interne Notiz
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void note.send()
        }}
      >
        <Textarea
          id="internal_note"
          aria-labelledby="note"
          description={`${REGISTRATION_TEXTS.noteHint} Bitte keine Angaben zur Gesundheit.`}
          inputWrapperOrder={['input', 'error', 'description']}
          classNames={{ description: classes.noteHint ?? '' }}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={NOTE_MAX}
          value={note.text}
          onChange={(event) => note.type(event.currentTarget.value)}
          error={note.error}
        />
        <ConflictNotice note={note} />
        {note.isDirty && !note.conflict && (
          <Group mt="sm" gap="xs">
            <ActionButton type="submit" isRunning={note.isRunning}>
              Notiz speichern
            </ActionButton>
            <span className={classes.quiet}>{counterText(NOTE_MAX - note.text.length)}</span>
          </Group>
        )}
      </form>
    </Card>
  )
}
