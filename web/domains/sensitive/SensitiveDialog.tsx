import { Alert } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { z } from 'zod'
import { SENSITIVE_KINDS, SENSITIVE_LABELS, type SensitiveKind } from '#contract/sensitive/sensitive.kinds.ts'
import { SENSITIVE_CONTENT, Sensitive } from '#contract/sensitive/sensitive.record.ts'
import { SENSITIVE_TEXTS } from '#contract/sensitive/sensitive.texts.ts'
import {
  SensitiveChange,
  type SensitiveEntry,
  SensitiveForm,
  sensitiveEndpoints,
} from '#contract/sensitive/sensitive.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { type FormField, fieldsIn } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { CHANGED_BY_ENTRIES, loadEntryAnew } from './sensitive-query.ts'

/** Whatever the kind; only what belongs to the kind is asked and sent. */
export const SENSITIVE_FIELDS = fieldsIn(Sensitive, [
  'kind',
  'hint',
  'text',
  'document_seen_at',
  'focus',
  'notice_date',
  'measure',
  'course',
  'seen_at',
  'valid_until',
  'visible_to_teachers',
]).map((field) => (field.kind === 'choice' ? { ...field, isList: true as const } : field))

const fieldsOfKind = (kind: SensitiveKind) => [
  ...Object.keys(SENSITIVE_CONTENT[kind]),
  'valid_until',
  'visible_to_teachers',
]

/** Without a kind there is one fault: that it is missing. */
const Checked = z
  .looseObject({ kind: z.enum(SENSITIVE_KINDS) })
  .pipe(SensitiveForm as z.ZodType<unknown, { kind: SensitiveKind }>)

interface SensitiveDialogProps {
  pupilId: number
  /** Undefined: a new one. */
  entry: SensitiveEntry | undefined
  lackingConsent: readonly string[]
  onGone: () => void
}

/**
 * An entry of class D: first its kind, then what that kind holds (domain §1.5). What is typed is kept nowhere when a
 * session ends.
 */
export const SensitiveDialog = ({ pupilId, entry, lackingConsent, onGone }: SensitiveDialogProps) => {
  const today = useToday()
  const edit = useEdit({
    fields: SENSITIVE_FIELDS,
    loaded: entry,
    loadAnew: ({ id }) => loadEntryAnew(pupilId, id),
    rules: { add: Checked, change: SensitiveChange },
    invalidates: CHANGED_BY_ENTRIES,
  })
  const add = useCall(sensitiveEndpoints.add, edit.calls)
  const change = useCall(sensitiveEndpoints.change, edit.calls)
  const kind = SENSITIVE_KINDS.find((one) => one === edit.values.kind)
  const lacksConsent = !entry && kind !== undefined && lackingConsent.includes(kind)
  // An official permit always has an end, and no end is over before it begins.
  const fitted = (field: FormField): FormField =>
    field.key === 'valid_until'
      ? { ...field, isOptional: kind !== 'education_participation', days: { first: today } }
      : field
  return (
    <RecordDialog
      title={entry ? SENSITIVE_LABELS[entry.kind] : 'Vertrauliche Angabe eintragen'}
      action={entry ? 'Übernehmen' : 'Eintragen'}
      size={600}
      edit={edit}
      focus={entry ? undefined : 'kind'}
      isBlocked={lacksConsent}
      renderInput={(input) => <InputField {...input} field={fitted(input.field)} />}
      arrange={(inputOf) => (
        <>
          {!entry && inputOf('kind')}
          {lacksConsent && (
            <Alert color="yellow" icon={<TriangleAlert size={20} aria-hidden />} title="Einwilligung fehlt">
              {SENSITIVE_TEXTS.noConsent}
            </Alert>
          )}
          {kind && !lacksConsent && fieldsOfKind(kind).map((key) => inputOf(key))}
        </>
      )}
      onAdd={(body) => add.run({ params: { id: pupilId }, body: SensitiveForm.parse(body) })}
      onChange={({ id, version }, changes) =>
        change.run({ params: { id: pupilId, sensitive_id: id }, body: { ...changes, version } })
      }
      isRunning={add.isRunning || change.isRunning}
      onGone={onGone}
    />
  )
}
