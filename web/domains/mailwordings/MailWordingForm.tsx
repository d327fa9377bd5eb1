import { Button, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
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
import { previewQuery } from '#web/api/queries.ts'
import { EditForm } from '#web/forms/EditForm.tsx'
import { fieldProps, type InputFieldProps } from '#web/forms/fields.ts'
import pairs from '#web/forms/forms.module.css'
import { PlaceholderField } from '#web/forms/PlaceholderField.tsx'
import { useFocusOnError } from '#web/forms/use-focus-on-error.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { FoldedOnPhones } from '#web/ui/FoldedPart.tsx'
import { counterText } from '#web/ui/native/counter-text.ts'
import { MailPreviewWidget } from './MailPreviewWidget.tsx'
import classes from './mailwordings.module.css'
import { useWordingEdit } from './use-wording-edit.ts'

const HINT = 'Eine Leerzeile trennt Absätze. Adressen im Text werden nicht zu Links.'

const braced = (name: string) => `{${name}}`

/** Small print comes after what is typed; a bar that stays in sight would cut it below a long text. */
const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

/** Several faults stand in lines of their own. */
const faultLines = (message: string) =>
  message.split('\n').map((line) => (
    <span key={line} className="sh-block sh-above-1">
      {line}
    </span>
  ))

const WordingInput = ({ onFocus, ...input }: InputFieldProps & { onFocus: () => void }) => {
  const value = String(input.value)
  const { error, ...plain } = fieldProps(input)
  const shared = {
    ...plain,
    error: error && faultLines(error),
    value,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => input.onChange(currentTarget.value),
    onFocus,
  }
  return input.field.key === 'subject' ? (
    // A field of one line would cut the subject.
    <Textarea
      {...shared}
      inputWrapperOrder={HINT_LAST}
      autosize
      minRows={1}
      onChange={({ currentTarget }) => input.onChange(currentTarget.value.replace(/\s*[\r\n]+/g, ' '))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        event.currentTarget.form?.requestSubmit()
      }}
      description={`Möglich sind ${SUBJECT_PLACEHOLDERS.map(braced).join(', ')}. Nichts über das Kind: Ein Betreff steht auch auf gesperrten Bildschirmen. ${counterText(SUBJECT_MAX - value.length)}`}
      maxLength={SUBJECT_MAX}
    />
  ) : (
    <Textarea
      {...shared}
      inputWrapperOrder={HINT_LAST}
      description={`${HINT} ${counterText(BODY_MAX - value.length)}`}
      autosize
      minRows={8}
      maxRows={24}
      maxLength={BODY_MAX}
    />
  )
}

interface PlaceholdersProps {
  wordingKey: WordingKey
  onInsert: (name: string) => void
}

const Placeholders = ({ wordingKey, onInsert }: PlaceholdersProps) => (
  <PlaceholderField
    meanings={Object.fromEntries(
      MAIL_WORDINGS[wordingKey].placeholders.map((name) => [name, PLACEHOLDER_MEANINGS[name]]),
    )}
    required={requiredPlaceholders(wordingKey)}
    isOnLabel
    onInsert={onInsert}
  />
)

/** What a text cannot leave out, and what stands in the mail besides. */
const FixedParts = ({ wordingKey }: Pick<PlaceholdersProps, 'wordingKey'>) => {
  const required = requiredPlaceholders(wordingKey)
  return (
    <FoldedOnPhones name="platzhalter" summary="Platzhalter und feste Teile">
      {required.length > 0 && (
        <p className="sh-quiet sh-small sh-flush sh-above-2">{`Muss vorkommen: ${required.map(braced).join(', ')}`}</p>
      )}
      <p className="sh-quiet sh-small sh-flush sh-above-2">{MAIL_WORDINGS[wordingKey].fixedHint}</p>
    </FoldedOnPhones>
  )
}

const PAUSE_MS = 300

/** What the server makes of the text; while it is faulty, the last one that was not. */
const useWordingPreview = (key: WordingKey, typed: WordingText) => {
  // The value is compared as text, because the object is a new one at each drawing and would never settle.
  const [text] = useDebouncedValue(JSON.stringify(typed), PAUSE_MS)
  const settled = JSON.parse(text) as WordingText
  const isFaulty = !wordingText(key).safeParse(settled).success
  const preview = previewQuery(mailWordingEndpoints.preview, { params: { key }, body: settled }, { quiet: true })
  const { data, isError } = useQuery({ ...preview, enabled: !isFaulty })
  return { mail: data, isFaulty, isError }
}

const Preview = ({ wordingKey, text }: { wordingKey: WordingKey; text: WordingText }) => {
  const { mail, isFaulty, isError } = useWordingPreview(wordingKey, text)
  return (
    <div className={classes.preview}>
      <h3>Vorschau mit Beispieldaten</h3>
      <p role="status" className="sh-flush">
        {isFaulty && 'Der Text hat noch Fehler. Die Vorschau zeigt den Stand davor.'}
        {isError && !isFaulty && 'Die Vorschau konnte nicht geladen werden.'}
      </p>
      {mail && <MailPreviewWidget mail={mail} label="Vorschau der E-Mail" />}
    </div>
  )
}

type MailWordingFormProps = { wording: MailWording } & Parameters<typeof useWordingEdit>[1]

/** Subject and text of a mail, with what they will look like; what always stands in it is only shown. */
export const MailWordingForm = ({ wording, ...events }: MailWordingFormProps) => {
  const { edit, saver, text, insert, isRunning, reset } = useWordingEdit(wording, events)
  const form = useFocusOnError(edit.attempt)
  return (
    <div className={`sh-column ${classes.editor}`}>
      <EditForm
        edit={edit}
        {...saver}
        formRef={form}
        renderInput={(input) => (
          <>
            {input.field.key === 'body' && <Placeholders wordingKey={wording.key} onInsert={insert.insert} />}
            <WordingInput {...input} onFocus={() => insert.onFocus(input.field.key)} />
            {input.field.key === 'body' && <FixedParts wordingKey={wording.key} />}
          </>
        )}
        foot={
          edit.conflict === undefined && (
            // Without a change there is nothing to save, so nothing needs to stay in sight.
            <div className={edit.isDirty ? pairs.foot : classes.foot}>
              <ButtonRow>
                {wording.is_own && (
                  <Button
                    variant="subtle"
                    leftSection={<RotateCcw size={18} aria-hidden />}
                    onClick={() => void reset()}
                  >
                    Auf Vorgabe zurücksetzen
                  </Button>
                )}
                <ActionButton type="submit" isRunning={isRunning} disabled={!edit.isDirty}>
                  Speichern
                </ActionButton>
              </ButtonRow>
            </div>
          )
        }
      ></EditForm>
      <Preview wordingKey={wording.key} text={text} />
    </div>
  )
}
