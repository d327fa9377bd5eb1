import { Alert, Button, Checkbox, Modal, Select, Stack, Textarea } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import {
  BLOCKING_NOTE_MAX,
  HINT_MAX,
  RELIGION_COURSE_LABELS,
  SENSITIVE_KINDS,
  SENSITIVE_LABELS,
  type SensitiveKind,
  SUPPORT_FOCUS_LABELS,
} from '#contract/sensitive/sensitive.kinds.ts'
import { SENSITIVE_TEXTS } from '#contract/sensitive/sensitive.ts'
import { useToday } from '#web/api/base-data.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { DateField } from '#web/forms/DateField.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { entryConflictLines, fieldsOfKind, SENSITIVE_FIELDS, type SensitiveField } from './sensitive-values.ts'
import { type SensitiveDialogProps, useSensitiveDialog } from './use-sensitive-dialog.ts'

type Form = ReturnType<typeof useSensitiveDialog>['form']

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))
const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

interface TextRule {
  description: string
  maxLength: number
}

const TEXTS: Partial<Record<SensitiveField, TextRule>> = {
  hint: {
    description: `Was zu tun ist, nicht die Diagnose. Zum Beispiel: Allergie, Notfallset im Sekretariat. Höchstens ${HINT_MAX} Zeichen.`,
    maxLength: HINT_MAX,
  },
  measure: { description: `Die Maßnahme, nicht die Diagnose. Höchstens ${HINT_MAX} Zeichen.`, maxLength: HINT_MAX },
  text: {
    description: `Dass es einen Sperrvermerk gibt, sehen alle, die das Kind öffnen; den Text nicht. Höchstens ${BLOCKING_NOTE_MAX} Zeichen.`,
    maxLength: BLOCKING_NOTE_MAX,
  },
}

const CHOICES: Partial<Record<SensitiveField, Record<string, string>>> = {
  focus: SUPPORT_FOCUS_LABELS,
  course: RELIGION_COURSE_LABELS,
}

interface FieldProps {
  form: Form
  field: SensitiveField
  kind: SensitiveKind
}

const EntryField = ({ form, field, kind }: FieldProps) => {
  const today = useToday()
  const shared = { id: field, label: SENSITIVE_FIELDS[field] }
  const [text, choices] = [TEXTS[field], CHOICES[field]]
  if (field === 'visible_to_teachers')
    return (
      <Checkbox
        {...shared}
        description="Sonst nur für die Schulleitung und wer das Recht dazu hat."
        {...form.getInputProps(field, { type: 'checkbox' })}
      />
    )
  if (text)
    return (
      <Textarea
        {...shared}
        {...form.getInputProps(field)}
        autosize
        minRows={3}
        maxRows={10}
        description={text.description}
        maxLength={text.maxLength}
        inputWrapperOrder={HINT_LAST}
      />
    )
  if (choices)
    return <Select {...shared} {...form.getInputProps(field)} data={optionsOf(choices)} allowDeselect={false} />
  const isEnd = field === 'valid_until'
  const mustEnd = isEnd && kind === 'education_participation'
  return (
    <DateField
      {...shared}
      label={isEnd && !mustEnd ? `${shared.label} (optional)` : shared.label}
      value={String(form.values[field] ?? '')}
      onChange={(day) => form.setFieldValue(field, day)}
      error={form.errors[field]}
      today={today}
      autoComplete="off"
      {...(isEnd ? { min: today } : { max: today })}
    />
  )
}

/** An entry of class D: first its kind, then what that kind holds (domain §1.5). */
export const SensitiveDialog = (props: SensitiveDialogProps) => {
  const { entry } = props
  const { form, attempt, lacksConsent, submit, isRunning, conflict, leave, modal, ...answer } =
    useSensitiveDialog(props)
  const { kind } = form.values
  return (
    <Modal {...modal} size={600} title={entry ? SENSITIVE_LABELS[entry.kind] : 'Vertrauliche Angabe eintragen'}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={form.errors} labels={SENSITIVE_FIELDS} attempt={attempt} />
          {!entry && (
            <Select
              id="kind"
              label={SENSITIVE_FIELDS.kind}
              {...form.getInputProps('kind')}
              data={SENSITIVE_KINDS.map((value) => ({ value, label: SENSITIVE_LABELS[value] }))}
              allowDeselect={false}
              placeholder="Bitte wählen"
              data-autofocus
            />
          )}
          {lacksConsent && (
            <Alert color="yellow" icon={<TriangleAlert size={20} aria-hidden />} title="Einwilligung fehlt">
              {SENSITIVE_TEXTS.noConsent}
            </Alert>
          )}
          {kind !== null &&
            !lacksConsent &&
            fieldsOfKind(kind).map((field) => <EntryField key={field} form={form} field={field} kind={kind} />)}
          {conflict && (
            <ConflictCard
              text={conflict.text}
              lines={entryConflictLines(form.values, conflict.theirs)}
              onKeepMine={answer.keepMine}
              onTakeTheirs={answer.takeTheirs}
            />
          )}
        </Stack>
        <ButtonRow align="end" isFoot>
          <Button variant="default" onClick={() => void leave()}>
            Abbrechen
          </Button>
          {!conflict && !lacksConsent && (
            <ActionButton type="submit" isRunning={isRunning}>
              {entry ? 'Übernehmen' : 'Eintragen'}
            </ActionButton>
          )}
        </ButtonRow>
      </form>
    </Modal>
  )
}
