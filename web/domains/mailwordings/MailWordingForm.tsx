import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import type { FormEvent } from 'react'
import {
  MAIL_WORDINGS,
  PLACEHOLDER_MEANINGS,
  requiredPlaceholders,
  SUBJECT_PLACEHOLDERS,
  type WordingKey,
} from '#contract/mailwordings/mailwordings.texts.ts'
import {
  BODY_MAX,
  type MailWording,
  mailWordingEndpoints,
  SUBJECT_MAX,
  type WordingText,
  wordingText,
} from '#contract/mailwordings/mailwordings.ts'
import { call } from '#web/api/client.ts'
import { queryKey } from '#web/api/queries.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { counterText } from '#web/ui/native/counter-text.ts'
import { MailPreviewWidget } from './MailPreviewWidget.tsx'
import classes from './mailwordings.module.css'
import { useWordingForm, WORDING_FIELDS, type WordingFormState } from './use-wording-form.ts'

const HINT = 'Eine Leerzeile trennt Absätze. Adressen im Text werden nicht zu Links.'

const braced = (name: string) => `{${name}}`

/** What a school may not leave out, and what stands below its text whatever it writes. */
const fixedText = (key: WordingKey) => {
  const required = requiredPlaceholders(key).map(braced).join(' und ')
  return required === '' ? MAIL_WORDINGS[key].fixed : `Im Text müssen ${required} stehen. ${MAIL_WORDINGS[key].fixed}`
}

interface FormProps {
  wording: MailWording
  state: WordingFormState
}

/** What may be put in, each with what it becomes. */
const PlaceholderButtons = ({ wording, state }: FormProps) => (
  <fieldset className={`sh-fieldset sh-wrap sh-gap-2 sh-screen-only ${classes.placeholders}`}>
    <legend>Platzhalter einfügen</legend>
    {MAIL_WORDINGS[wording.key].placeholders.map((name) => (
      <Button
        key={name}
        variant="default"
        size="compact-md"
        title={PLACEHOLDER_MEANINGS[name]}
        aria-label={`${name} einfügen: ${PLACEHOLDER_MEANINGS[name]}`}
        onClick={() => state.insert.insert(name)}
      >
        {braced(name)}
      </Button>
    ))}
  </fieldset>
)

const Conflict = ({ state }: { state: WordingFormState }) => {
  const { conflict, form, keepMine, takeTheirs } = state
  if (!conflict) return null
  const fields = (['subject', 'body'] as const).filter((field) => form.values[field] !== conflict.theirs[field])
  return (
    <ConflictCard
      text={conflict.text}
      lines={fields.map((field) => ({
        key: field,
        label: WORDING_FIELDS[field],
        mine: <span className={classes.compared}>{form.values[field]}</span>,
        theirs: <span className={classes.compared}>{conflict.theirs[field]}</span>,
      }))}
      onKeepMine={keepMine}
      onTakeTheirs={takeTheirs}
    />
  )
}

const PAUSE_MS = 300

/** What the server makes of the text; while it is faulty, the last one that was not. */
const useWordingPreview = (key: WordingKey, typed: WordingText) => {
  // As text: an object that is made anew at each drawing would never settle.
  const [text] = useDebouncedValue(JSON.stringify(typed), PAUSE_MS)
  const settled = JSON.parse(text) as WordingText
  const isFaulty = !wordingText(key).safeParse(settled).success
  const { data, isError } = useQuery({
    queryKey: [...queryKey(mailWordingEndpoints.preview, { params: { key } }), settled],
    queryFn: ({ signal }) => call(mailWordingEndpoints.preview, { params: { key }, body: settled, signal }),
    placeholderData: keepPreviousData,
    enabled: !isFaulty,
    meta: { quiet: true },
  })
  return { mail: data, isFaulty, isError }
}

const Preview = ({ wording, state }: FormProps) => {
  const { subject, body } = state.form.values
  const { mail, isFaulty, isError } = useWordingPreview(wording.key, { subject, body })
  return (
    <div className={classes.preview}>
      <h3>Vorschau mit Beispieldaten</h3>
      {mail && <MailPreviewWidget mail={mail} label="Vorschau der E-Mail" />}
      <p role="status" className="sh-quiet sh-small sh-flush">
        {isFaulty && 'Der Text hat noch einen Fehler; die Vorschau zeigt den Stand davor.'}
        {isError && !isFaulty && 'Die Vorschau konnte nicht geladen werden.'}
      </p>
    </div>
  )
}

interface MailWordingFormProps {
  wording: MailWording
  onTyped: (isDirty: boolean) => void
  /** Once the new words are loaded. */
  onSaved: () => void
}

/** Subject and text of a mail, with what they will look like; what always stands in it is only shown. */
export const MailWordingForm = ({ wording, onTyped, onSaved }: MailWordingFormProps) => {
  const state = useWordingForm(wording, { onTyped, onSaved })
  const { form, attempt, insert, conflict, isRunning, submit } = state
  return (
    <div className={`sh-column ${classes.editor}`}>
      <form noValidate onSubmit={submit as (event?: FormEvent<HTMLFormElement>) => void}>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={WORDING_FIELDS} attempt={attempt} />
          <TextInput
            id="subject"
            label={WORDING_FIELDS.subject}
            description={`Möglich sind ${SUBJECT_PLACEHOLDERS.map(braced).join(', ')}. Nichts über das Kind: Ein Betreff steht auch auf gesperrten Bildschirmen. ${counterText(SUBJECT_MAX - form.values.subject.length)}`}
            maxLength={SUBJECT_MAX}
            {...form.getInputProps('subject')}
            onFocus={() => insert.onFocus('subject')}
          />
          <Textarea
            id="body"
            label={WORDING_FIELDS.body}
            description={`${HINT} ${counterText(BODY_MAX - form.values.body.length)}`}
            autosize
            minRows={8}
            maxRows={24}
            maxLength={BODY_MAX}
            {...form.getInputProps('body')}
            onFocus={() => insert.onFocus('body')}
          />
          <PlaceholderButtons wording={wording} state={state} />
          <p className="sh-quiet sh-small sh-flush">{fixedText(wording.key)}</p>
          <Conflict state={state} />
          {!conflict && (
            <ButtonRow>
              {wording.is_own && (
                <Button
                  variant="subtle"
                  leftSection={<RotateCcw size={18} aria-hidden />}
                  onClick={() => void state.reset()}
                >
                  Auf Vorgabe zurücksetzen
                </Button>
              )}
              <ActionButton type="submit" isRunning={isRunning}>
                Speichern
              </ActionButton>
            </ButtonRow>
          )}
        </Stack>
      </form>
      <Preview wording={wording} state={state} />
    </div>
  )
}
