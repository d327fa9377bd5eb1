import { Alert, Button, Card, Group, Textarea, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { NOTE_MAX, registrationEndpoints } from '#contract/registrations/registrations.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { counterText } from '#web/ui/native/counter-text.ts'
import classes from './registration-details.module.css'

interface NoteConflict {
  text: string
  /** What is stored now. */
  note: string
  version: number
}

/** Only a refusal of ours says what is stored: without an answer, or with a proxy's, there is no body. */
const readConflict = (failure: ApiFailure): NoteConflict | undefined => {
  if (failure.status !== 409) return undefined
  const { internal_note, version } = (failure.body ?? {}) as { internal_note?: string | null; version?: number }
  return version === undefined ? undefined : { text: conflictText(failure), note: internal_note ?? '', version }
}

const useNote = (details: RegistrationDetails) => {
  const { id } = details
  // After a conflict what is stored is known before the page has asked for it.
  const [known, setKnown] = useState({ note: details.internal_note ?? '', version: details.version })
  const isKnownNewer = known.version > details.version
  const stored = isKnownNewer ? known.note : (details.internal_note ?? '')
  const version = isKnownNewer ? known.version : details.version
  const { kept, remember } = useKeptInput<string>()
  const [typed, setTyped] = useState(kept)
  useEffect(() => remember(typed))
  const [conflict, setConflict] = useState<NoteConflict>()
  const [error, setError] = useState<string>()
  const save = useCall(registrationEndpoints.saveNote, {
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
    // A note written after a decision goes on a day of its own (domain §5.2).
    void refreshRegistrations()
    // Its button goes with what was not saved.
    focusField('internal_note')
    notify('Die Notiz ist gespeichert.')
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
      if (conflict) setKnown(conflict)
      setConflict(undefined)
      setTyped(undefined)
      void refreshRegistrations()
      focusField('internal_note')
    },
  }
}

const ConflictNotice = ({ note }: { note: ReturnType<typeof useNote> }) =>
  note.conflict && (
    <Alert color="red" mt="sm" title={note.conflict.text} role="alert">
      <p className="sh-flush">Gespeichert ist jetzt:</p>
      <blockquote className={`sh-breaks sh-keeps-lines sh-flush sh-above-1 ${classes.conflictNote}`}>
        {note.conflict.note || '(leer)'}
      </blockquote>
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
          classNames={{ description: 'sh-above-2' }}
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
            <span className="sh-quiet">{counterText(NOTE_MAX - note.text.length)}</span>
          </Group>
        )}
      </form>
    </Card>
  )
}
