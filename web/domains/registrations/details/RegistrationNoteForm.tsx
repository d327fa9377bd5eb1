import { Alert, Button, Group, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { NOTE_MAX, registrationEndpoints } from '#contract/registrations/registrations.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { counterText } from '#web/ui/native/counter-text.ts'
import { submits } from '#web/ui/submits.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './registration-details.module.css'

/** Only a refusal of ours says what is stored: without an answer, or with a proxy's, there is no body. */
const readConflict = (failure: ApiFailure) => {
  const { internal_note, version } = (failure.body ?? {}) as { internal_note?: string | null; version?: number }
  if (failure.status !== 409 || version === undefined) return undefined
  return { text: conflictText(failure), note: internal_note ?? '', version }
}

const useNote = ({ id, ...details }: RegistrationDetails) => {
  // After a conflict what is stored is known before the page has asked for it.
  const [known, setKnown] = useState({ note: '', version: 0 })
  const loaded = { note: details.internal_note ?? '', version: details.version }
  const stored = known.version > loaded.version ? known : loaded
  const { preserved, remember } = usePreservedInput<string>()
  const [typed, setTyped] = useState(preserved)
  useEffect(() => remember(typed))
  const [conflict, setConflict] = useState<ReturnType<typeof readConflict>>()
  const [error, setError] = useState<string>()
  const save = useCall(registrationEndpoints.saveNote, {
    onFieldErrors: (errors) => setError(errors.internal_note),
    onFailure: (failure) => {
      const found = readConflict(failure)
      return found ? setConflict(found) : explainFailure(failure)
    },
  })
  /** Nothing is typed that is not stored. */
  const settle = () => {
    setConflict(undefined)
    setTyped(undefined)
    // A note written after a decision goes on a day of its own (domain §5.2).
    void refreshRegistrations()
    // Its button goes with what was not saved.
    focusField('internal_note')
  }
  const text = typed ?? stored.note
  const send = async ({ version } = stored) => {
    setError(undefined)
    const reply = await save.run({ params: { id }, body: { internal_note: text, version } })
    if (!reply) return
    settle()
    notify('Die Notiz ist gespeichert.')
  }
  return {
    text,
    isDirty: text !== stored.note,
    isRunning: save.isRunning,
    error,
    conflict,
    type: setTyped,
    send,
    takeTheirs: () => {
      if (conflict) setKnown(conflict)
      settle()
    },
  }
}

/** What staff note for themselves; a note somebody else wrote meanwhile is shown before it is overwritten (ux §2). */
export const RegistrationNoteForm = ({ details }: { details: RegistrationDetails }) => {
  const { text, isDirty, conflict, send, ...note } = useNote(details)
  useUnsavedChanges(isDirty)
  return (
    <TitledCard id="note" title="Interne Notiz" gap="xs">
      <form onSubmit={submits(() => send())}>
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
          value={text}
          onChange={(event) => note.type(event.currentTarget.value)}
          error={note.error}
        />
        {conflict && (
          <Alert color="red" mt="sm" title={conflict.text} role="alert">
            <p className="sh-flush">Gespeichert ist jetzt:</p>
            <blockquote className={`sh-breaks sh-keeps-lines sh-flush sh-above-1 ${classes.conflictNote}`}>
              {conflict.note || '(leer)'}
            </blockquote>
            <Group gap="xs" mt="sm">
              <Button variant="default" onClick={() => void send(conflict)}>
                Meine übernehmen
              </Button>
              <Button variant="default" onClick={note.takeTheirs}>
                Gespeicherte behalten
              </Button>
            </Group>
          </Alert>
        )}
        {isDirty && !conflict && (
          <Group mt="sm" gap="xs">
            <ActionButton type="submit" isRunning={note.isRunning}>
              Notiz speichern
            </ActionButton>
            <span className="sh-quiet">{counterText(NOTE_MAX - text.length)}</span>
          </Group>
        )}
      </form>
    </TitledCard>
  )
}
