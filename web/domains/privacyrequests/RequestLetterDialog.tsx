import { useState } from 'react'
import {
  LETTER_LABELS,
  LetterForm,
  letterDraft,
  madeLetters,
  nextLetters,
} from '#contract/privacyrequests/privacyrequests.letters.ts'
import { privacyRequestEndpoints, type RequestDetails } from '#contract/privacyrequests/privacyrequests.ts'
import { useToday } from '#web/api/base-data.ts'
import { callForFile, hasFieldErrors } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { fieldsIn, inputsOf } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { refreshRequests } from './request-queries.ts'

/** Name and address of the person who asks, as far as they are known. */
const addressOf = ({ requested_by, contact, known_address }: RequestDetails) =>
  [requested_by, ...(contact ? [contact] : known_address)].filter(Boolean).join('\n')

/** A letter with the head of the school; the texts are a proposal, and what is typed is stored nowhere. */
export const RequestLetterDialog = ({ request, onGone }: { request: RequestDetails; onGone: () => void }) => {
  const today = useToday()
  const [isRunning, setRunning] = useState(false)
  const kinds = nextLetters(request, today)
  const made = madeLetters(request)
  const first = kinds[0] ?? 'answer'
  const choices = kinds.map((value) => ({
    value,
    label: made.includes(value) ? `${LETTER_LABELS[value]} (schon erstellt)` : LETTER_LABELS[value],
  }))
  const fields = fieldsIn(LetterForm, ['kind', 'address', 'subject', 'text']).map((field) =>
    field.key === 'kind' ? { ...field, choices } : field,
  )
  const edit = useEdit<never, LetterForm>({
    fields,
    loaded: undefined,
    valuesOf: () =>
      inputsOf(fields, { kind: first, address: addressOf(request), ...letterDraft(first, request, today) }),
    loadAnew: async () => undefined,
    rules: { add: LetterForm },
  })
  const choose = (kind: string) =>
    edit.fillIn({
      ...edit.values,
      kind,
      ...letterDraft(kinds.find((one) => one === kind) ?? first, request, today),
    })
  const write = async (body: LetterForm) => {
    setRunning(true)
    try {
      const file = await callForFile(privacyRequestEndpoints.letter, { params: { id: request.id }, body })
      saveFile(file)
      void refreshRequests()
      return { message: `Die Datei „${file.name}“ ist gespeichert.` }
    } catch (failure) {
      if (hasFieldErrors(failure)) edit.refuse(failure.errors)
      else await explainFailure(failure)
      return undefined
    } finally {
      setRunning(false)
    }
  }
  return (
    <RecordDialog
      title="Schreiben erstellen"
      action="PDF speichern"
      size={720}
      edit={edit}
      focus="address"
      renderInput={(input) =>
        input.field.key === 'kind' ? (
          <InputField {...input} onChange={(value) => choose(String(value))} />
        ) : (
          <InputField {...input} />
        )
      }
      onAdd={write}
      isRunning={isRunning}
      onGone={onGone}
    />
  )
}
