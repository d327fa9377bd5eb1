import { useState } from 'react'
import { NAME_MAX, PrivacyRequest } from '#contract/privacyrequests/privacyrequest.record.ts'
import { subjectKey, UNKNOWN_SUBJECT } from '#contract/privacyrequests/privacyrequests.subjects.ts'
import {
  NewRequestForm,
  privacyRequestEndpoints,
  RequestChange,
  type RequestDetails,
  type SubjectHit,
} from '#contract/privacyrequests/privacyrequests.ts'
import type { Choice } from '#contract/record.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { type FieldValues, type FormField, fieldsIn, type InputFieldProps, inputsOf } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { type Memory, useEdit } from '#web/forms/use-edit.ts'
import { paths } from '#web/paths.ts'
import { CHANGED_BY_REQUESTS, loadRequestAnew } from './request-queries.ts'
import { SubjectField, UNKNOWN_CHOICE } from './SubjectField.tsx'

const RECORD_FIELDS = fieldsIn(PrivacyRequest, [
  ['received_on', 'channel', 'requested_by', 'requester'],
  'contact',
  'wish',
  'note',
])
const [KIND_FIELD] = fieldsIn(PrivacyRequest, ['kind'])

/** The person whom the request is about, one of these; the name is asked of somebody whom the school does not know. */
const subjectFields = (choices: readonly Choice[]): FormField[] => [
  {
    key: 'subject',
    label: 'Um wessen Daten geht es?',
    kind: 'choice',
    choices,
    hint: 'Name eines Kindes, von Eltern, aus einer Bewerbung, von Mitarbeitenden oder eines Kontos.',
    dataClass: 'C',
    isOptional: false,
  },
  {
    key: 'subject_name',
    label: 'Name der betroffenen Person',
    kind: 'text',
    max: NAME_MAX,
    dataClass: 'C',
    isOptional: false,
  },
]

const keyOf = ({ subject: { type, id } }: RequestDetails) =>
  id === null || type === UNKNOWN_SUBJECT ? UNKNOWN_SUBJECT : subjectKey(type, id)

const choiceIn = (request: RequestDetails | undefined): Choice | undefined =>
  request && {
    value: keyOf(request),
    label: request.subject_name === null ? (request.subject.name ?? '–') : UNKNOWN_CHOICE.label,
  }

/** Children do not write themselves; everybody else is taken as the one who asks, as long as nobody else is named. */
const askingFor = (values: FieldValues, hit: SubjectHit | undefined): FieldValues => {
  if (!hit) return values.requester === '' ? { requester: 'self' } : {}
  if (hit.type === 'pupil' || hit.type === 'registration') return { requester: 'custodian' }
  return { requester: 'self', ...(values.requested_by === '' ? { requested_by: hit.name } : {}) }
}

interface RequestDialogProps extends Memory<RequestDetails> {
  /** Missing: a new one. */
  request?: RequestDetails | undefined
  onGone: () => void
}

/** A request as it came in: what is asked, about whom, by whom, when and how (domain DP-05). */
export const RequestDialog = ({ request, onGone, ...memory }: RequestDialogProps) => {
  const today = useToday()
  const [chosen, setChosen] = useState(choiceIn(request))
  const choices = [choiceIn(request), chosen, UNKNOWN_CHOICE].flatMap((one) => one ?? [])
  const fields = [...(KIND_FIELD ? [KIND_FIELD] : []), ...subjectFields(choices), ...RECORD_FIELDS]
  const edit = useEdit({
    fields,
    asks: (key, values) => key !== 'subject_name' || values.subject === UNKNOWN_SUBJECT,
    loaded: request,
    valuesOf: (base) => ({
      ...inputsOf(fields, base && { ...base, subject: keyOf(base) }),
      ...(base ? {} : { received_on: today, requester: '' }),
    }),
    loadAnew: ({ id }) => loadRequestAnew(id),
    rules: { add: NewRequestForm, change: RequestChange },
    invalidates: CHANGED_BY_REQUESTS,
    ...memory,
  })
  const add = useCall(privacyRequestEndpoints.add, edit.calls)
  const change = useCall(privacyRequestEndpoints.change, edit.calls)
  const renderInput = (input: InputFieldProps) =>
    input.field.key === 'subject' ? (
      <SubjectField
        {...input}
        value={String(input.value)}
        chosen={chosen}
        onPick={(choice, hit) => {
          setChosen(choice)
          input.onChange(choice.value)
          edit.fillIn({ ...edit.values, ...askingFor(edit.values, hit), subject: choice.value })
        }}
      />
    ) : (
      <InputField {...input} />
    )
  return (
    <RecordDialog
      title={request ? 'Anfrage bearbeiten' : 'Anfrage erfassen'}
      action={request ? 'Übernehmen' : 'Erfassen'}
      size={720}
      edit={edit}
      focus="kind"
      renderInput={renderInput}
      onAdd={async (body, idempotencyKey) => {
        const reply = await add.run({ body, idempotencyKey })
        return reply && { ...reply, link: { text: 'Zur Anfrage', to: paths.privacyRequest(reply.id) } }
      }}
      onChange={({ id, version }, changes) => change.run({ params: { id }, body: { ...changes, version } })}
      isRunning={add.isRunning || change.isRunning}
      onGone={onGone}
    />
  )
}
