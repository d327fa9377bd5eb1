import { Checkbox, Group, Radio, Stack } from '@mantine/core'
import { CONSENT_TEXTS, type ConsentDecision, type ConsentPurpose } from '#contract/consents/consents.state.ts'
import { ConsentForm, type ConsentReply, consentEndpoints } from '#contract/consents/consents.ts'
import { choicesOf } from '#contract/record.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import type { FieldValues, FormField, InputFieldProps } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import classes from './Sensitive.module.css'
import { CHANGED_BY_CONSENTS } from './sensitive-query.ts'

/** The child among those who decide. */
const PUPIL = 'pupil'

const Day = ConsentForm.pick({ given_at: true })

/** Who is asked: for the pupil's own decisions nobody else is. */
const askedFor = ({ custodians, voice }: ConsentReply, isOwn: boolean) =>
  isOwn ? { custodians: [], voice: 'alone' as const } : { custodians, voice }

const fieldsFor = ({ custodians, voice }: Pick<ConsentReply, 'custodians' | 'voice'>): FormField[] => [
  {
    key: 'decision',
    label: 'Entscheidung',
    kind: 'choice',
    choices: choicesOf({ granted: 'erteilt', refused: 'abgelehnt' }),
  },
  {
    key: 'given_by_guardian_ids',
    label: 'Wer hat sich erklärt?',
    kind: 'several',
    choices: [
      ...(voice === 'alone' ? [] : custodians).map(({ guardian_id, name }) => ({
        value: String(guardian_id),
        label: name,
      })),
      ...(voice === 'none' ? [] : [{ value: PUPIL, label: 'das Kind selbst' }]),
    ],
  },
  {
    key: 'method',
    label: 'Form',
    kind: 'choice',
    choices: choicesOf({ paper: 'auf Papier', online: 'online' }),
  },
  { key: 'given_at', label: 'Erklärt am', kind: 'date', isPast: true },
]

const bodyOf = (purpose: ConsentPurpose, { decision, given_by_guardian_ids, method, given_at }: FieldValues) => {
  const givers = given_by_guardian_ids as readonly string[]
  return {
    purpose,
    decision: decision as ConsentDecision,
    method: method as ConsentForm['method'],
    given_at: String(given_at),
    given_by_guardian_ids: givers.filter((one) => one !== PUPIL).map(Number),
    pupil_decision: givers.includes(PUPIL) ? (decision as ConsentDecision) : null,
  }
}

/** Few answers are all in sight. */
const ConsentInputField = (props: InputFieldProps) => {
  const { field, value, error, onChange } = props
  const { key, label, choices = [] } = field
  if (field.kind === 'choice')
    return (
      <Radio.Group label={label} value={String(value)} error={error} onChange={onChange}>
        <Group mt="xs">
          {choices.map((one) => (
            <Radio key={one.value} {...one} data-autofocus={one.value === 'granted' || undefined} />
          ))}
        </Group>
      </Radio.Group>
    )
  if (field.kind !== 'several') return <InputField {...props} />
  return (
    <Checkbox.Group id={key} label={label} error={error} value={[...(value as string[])]} onChange={onChange}>
      <Stack gap="xs" mt="xs">
        {choices.map((one) => (
          <Checkbox key={one.value} {...one} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

interface ConsentDialogProps {
  pupilId: number
  purpose: ConsentPurpose
  reply: ConsentReply
  onGone: () => void
}

/** Who decided what and how, for one purpose (domain §1.12). */
export const ConsentDialog = ({ pupilId, purpose, reply, onGone }: ConsentDialogProps) => {
  const today = useToday()
  const { label, text } = CONSENT_TEXTS[purpose]
  const isOwn = reply.purposes.some((line) => line.purpose === purpose && line.is_own)
  const fields = fieldsFor(askedFor(reply, isOwn))
  const edit = useEdit({
    fields,
    loaded: undefined,
    valuesOf: () => ({
      decision: 'granted',
      given_by_guardian_ids: fields[1]?.choices?.map(({ value }) => value) ?? [],
      method: 'paper',
      given_at: today,
    }),
    loadAnew: async () => undefined,
    faultsOf: ({ given_at }) => schemaErrors(Day)({ given_at }),
  })
  const { run, isRunning } = useCall(consentEndpoints.record, {
    invalidates: CHANGED_BY_CONSENTS,
    // Who decides is one question, also where the child is among them.
    onFieldErrors: ({ pupil_decision, ...errors }) =>
      edit.refuse(pupil_decision ? { given_by_guardian_ids: pupil_decision, ...errors } : errors),
  })
  return (
    <RecordDialog
      title={`Einwilligung: ${label}`}
      action="Eintragen"
      size={560}
      edit={edit}
      renderInput={(input) => <ConsentInputField {...input} />}
      arrange={(inputOf) => (
        <>
          <p className={`sh-flush ${classes.wording}`}>{text}</p>
          {fields.map(({ key }) => inputOf(key))}
        </>
      )}
      onAdd={() => {
        const body = bodyOf(purpose, edit.values)
        return run({ params: { id: pupilId }, body, idempotencyKey: edit.keyFor(body) })
      }}
      isRunning={isRunning}
      onGone={onGone}
    />
  )
}
