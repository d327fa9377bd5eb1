import { useEffect } from 'react'
import { SUBJECT_PLACEHOLDERS, type WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import { type MailWording, mailWordingEndpoints, wordingText } from '#contract/mailwordings/mailwordings.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import type { FormField } from '#web/forms/fields.ts'
import { saverOf, type TypedInput, useEdit } from '#web/forms/use-edit.ts'
import { useInsert } from '#web/forms/use-insert.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'

const SAME_STORED = 'Der Text war schon so gespeichert.'

export const wordingsQuery = queryFor(mailWordingEndpoints.list, {}, { quiet: true })

export const versionsQuery = (key: WordingKey) =>
  queryFor(mailWordingEndpoints.versions, { params: { key } }, { quiet: true })

/** Loads the stored wording again, because somebody else may have changed it. */
const loadWordingAnew = async (key: WordingKey): Promise<MailWording | undefined> => {
  const wordings = await queryClient.fetchQuery({ ...wordingsQuery, staleTime: 0 })
  return wordings.find((wording) => wording.key === key)
}

const FIELDS: readonly FormField[] = [
  { key: 'subject', label: 'Betreff', kind: 'text' },
  { key: 'body', label: 'Text', kind: 'lines' },
]

interface WordingEvents {
  onTyped: (isDirty: boolean) => void
  /** Once the new words are loaded. */
  onSaved: () => void
}

/** The words of a mail while they are changed; what somebody else saved meanwhile is compared first (ux §2). */
export const useWordingEdit = (wording: MailWording, { onTyped, onSaved }: WordingEvents) => {
  const { key } = wording
  const check = schemaErrors(wordingText(key))
  const edit = useEdit({
    fields: FIELDS,
    loaded: wording,
    loadAnew: () => loadWordingAnew(key),
    faultsOf: check,
    invalidates: [mailWordingEndpoints.list, mailWordingEndpoints.versions],
    ...usePreservedInput<TypedInput<MailWording>>(`mail wording ${key}`),
  })
  const { isDirty, values } = edit
  useUnsavedChanges(isDirty)
  useEffect(() => onTyped(isDirty))
  const saving = useCall(mailWordingEndpoints.save, edit.calls)
  const resetting = useCall(mailWordingEndpoints.reset, edit.calls)
  const text = { subject: String(values.subject), body: String(values.body) }

  const show = async () => {
    await loadWordingAnew(key).catch(() => undefined)
    onSaved()
    focusField('subject')
  }
  const isRunning = saving.isRunning || resetting.isRunning
  const saver = saverOf(edit, {
    onChange: async ({ version }) => {
      const reply = await saving.run({ params: { key }, body: { ...text, version } })
      if (reply) await show()
      return reply
    },
    isRunning,
    close: () => {},
    nothingChanged: 'Es war nichts geändert.',
    sameStored: SAME_STORED,
  })
  const reset = async () => {
    const isSure = await confirmDialog({
      title: 'Auf Vorgabe zurücksetzen',
      message: 'Ab sofort gilt wieder der mitgelieferte Text. Ihr eigener bleibt unter „Frühere Fassungen“ lesbar.',
      accept: 'Zurücksetzen',
    })
    if (!isSure) return
    edit.isSame.current = false
    const reply = await resetting.run({ params: { key }, body: { version: edit.base?.version ?? 0 } })
    if (edit.isSame.current) notify(SAME_STORED)
    if (!reply) return
    await show()
    notify(reply.message)
  }
  return { edit, saver, text, insert: useInsert({ set: edit.set, subject: SUBJECT_PLACEHOLDERS }), isRunning, reset }
}
