import { useEffect, useRef } from 'react'
import { SUBJECT_PLACEHOLDERS, type WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import {
  type MailWording,
  mailWordingEndpoints,
  type WordingText,
  wordingText,
} from '#contract/mailwordings/mailwordings.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import { useRecordForm } from '#web/forms/use-record-form.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { focusField } from '#web/ui/focus-field.ts'

export const wordingsQuery = queryFor(mailWordingEndpoints.list, {}, { quiet: true })

export const versionsQuery = (key: WordingKey) =>
  queryFor(mailWordingEndpoints.versions, { params: { key } }, { quiet: true })

/** Loads the stored wording again, because somebody else may have changed it. */
const loadWordingAnew = async (key: WordingKey): Promise<MailWording | undefined> => {
  const wordings = await queryClient.fetchQuery({ ...wordingsQuery, staleTime: 0 })
  return wordings.find((wording) => wording.key === key)
}

export const WORDING_FIELDS = { subject: 'Betreff', body: 'Text' } as const
type Field = keyof WordingText

const FIELDS = Object.keys(WORDING_FIELDS) as Field[]

const changedFields = (values: WordingText, before: WordingText) =>
  FIELDS.filter((field) => values[field].trim() !== before[field].trim())

const valuesOf = ({ subject, body }: MailWording) => ({ subject, body })

/** Puts a placeholder where the cursor stands, in the field that was typed in last. */
const useInsert = (values: WordingText, set: (field: Field, text: string) => void) => {
  const last = useRef<Field>('body')
  return {
    onFocus: (field: Field) => {
      last.current = field
    },
    insert: (name: string) => {
      const mayBeSubject = (SUBJECT_PLACEHOLDERS as readonly string[]).includes(name)
      const field = last.current === 'subject' && mayBeSubject ? 'subject' : 'body'
      const input = document.getElementById(field) as HTMLInputElement | HTMLTextAreaElement | null
      const from = input?.selectionStart ?? values[field].length
      const to = input?.selectionEnd ?? from
      const text = `{${name}}`
      set(field, values[field].slice(0, from) + text + values[field].slice(to))
      input?.focus()
      // Once the new text stands in the field.
      requestAnimationFrame(() => input?.setSelectionRange(from + text.length, from + text.length))
    },
  }
}

/** The words of a mail while they are changed; what somebody else saved meanwhile is compared first (ux §2). */
export const useWordingForm = (
  wording: MailWording,
  { onTyped, onSaved }: { onTyped: (isDirty: boolean) => void; onSaved: () => void },
) => {
  const { key } = wording
  const { kept, remember } = useKeptInput<WordingText>(`mail wording ${key}`)
  const record = useRecordForm<MailWording, WordingText>({
    schemaOf: () => wordingText(key),
    loaded: wording,
    valuesOf: (base) => valuesOf(base ?? wording),
    changed: changedFields,
    loadAnew: () => loadWordingAnew(key),
    kept,
    remember,
  })
  const { form, base, isDirty, refuse, compareAfter, conflict } = record
  useUnsavedChanges(isDirty)
  useEffect(() => onTyped(isDirty))

  const leaveWith = (message: string) => {
    notify(message)
  }
  const endWith = async (message: string) => {
    await loadWordingAnew(key).catch(() => undefined)
    onSaved()
    focusField('subject')
    leaveWith(message)
  }
  const options = {
    invalidates: [mailWordingEndpoints.list, mailWordingEndpoints.versions],
    onFieldErrors: refuse,
    onFailure: (failure: Parameters<typeof compareAfter>[0]) =>
      compareAfter(failure, () => leaveWith('Der Text war schon so gespeichert.')),
  }
  const saving = useCall(mailWordingEndpoints.save, options)
  const resetting = useCall(mailWordingEndpoints.reset, options)
  const version = base?.version ?? 0

  const send = async ({ subject, body }: WordingText) => {
    if (!isDirty) return leaveWith('Es war nichts geändert.')
    const reply = await saving.run({ params: { key }, body: { subject, body, version } })
    if (reply) await endWith(reply.message)
  }
  const reset = async () => {
    const isSure = await confirmDialog({
      title: 'Auf Vorgabe zurücksetzen',
      message: 'Ab sofort gilt wieder der mitgelieferte Text. Ihr eigener bleibt unter „Frühere Fassungen“ lesbar.',
      accept: 'Zurücksetzen',
    })
    if (!isSure) return
    const reply = await resetting.run({ params: { key }, body: { version } })
    if (reply) await endWith(reply.message)
  }
  return {
    ...record,
    form,
    insert: useInsert(form.values, (field, text) => form.setFieldValue(field, text)),
    isRunning: saving.isRunning || resetting.isRunning,
    submit: record.onSubmit((values) => (conflict ? undefined : send(values))),
    /** Over what somebody else saved. */
    keepMine: () => {
      record.endConflict()
      void send(form.values)
    },
    reset,
  }
}
export type WordingFormState = ReturnType<typeof useWordingForm>
