import { NativeSelect, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import {
  ENCLOSURES_MAX,
  LABEL_CONTENT_LABELS,
  LABEL_CONTENTS,
  LABEL_FORMAT_LABELS,
  LABEL_FORMATS,
  LABELS_PER_SHEET,
  LETTER_PLACEHOLDERS,
  LETTER_SUBJECT_MAX,
  LETTER_TEXT_MAX,
} from '#contract/pupildocuments/pupildocuments.ts'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { PlaceholderField } from '#web/forms/PlaceholderField.tsx'
import { useInsert } from '#web/forms/use-insert.ts'
import { LetterRecipientsField } from './LetterRecipientsField.tsx'
import { LetterTextsMenu } from './LetterTextsMenu.tsx'
import type { SheetsChoice } from './sheets-form.ts'

interface SheetOptionsFormProps {
  choice: SheetsChoice
  ids: readonly number[]
  errors: Record<string, string>
  onChange: (change: Partial<SheetsChoice>) => void
}

const LabelOptions = ({ choice, onChange }: SheetOptionsFormProps) => (
  <Stack gap="md">
    <NativeSelect
      label="Was steht darauf?"
      data={LABEL_CONTENTS.map((value) => ({ value, label: LABEL_CONTENT_LABELS[value] }))}
      value={choice.content}
      onChange={(event) => onChange({ content: event.currentTarget.value === 'address' ? 'address' : 'child' })}
    />
    <NativeSelect
      label="Etikettenbogen"
      data={LABEL_FORMATS.map((value) => ({ value, label: LABEL_FORMAT_LABELS[value] }))}
      value={choice.format}
      onChange={(event) => {
        const format = LABEL_FORMATS.find((one) => one === event.currentTarget.value) ?? choice.format
        onChange({ format, start: Math.min(choice.start, LABELS_PER_SHEET[format]) })
      }}
    />
    <NumberInput
      label="Erstes freies Etikett"
      description="Für angefangene Bögen; gezählt wird zeilenweise von links oben."
      min={1}
      max={LABELS_PER_SHEET[choice.format]}
      allowDecimal={false}
      clampBehavior="strict"
      value={choice.start}
      onChange={(value) => onChange({ start: Number(value) || 1 })}
    />
  </Stack>
)

const LetterOptions = ({ choice, ids, errors, onChange }: SheetOptionsFormProps) => {
  const today = useToday()
  const insert = useInsert({
    set: (field, text) => onChange({ [field]: text }),
    subject: Object.keys(LETTER_PLACEHOLDERS),
  })
  return (
    <SimpleGrid
      cols={{ base: 1, md: 2 }}
      spacing="xl"
      verticalSpacing="md"
      onFocus={({ target }) => insert.onFocus(target.id)}
    >
      <Stack gap="md">
        <LetterRecipientsField choice={choice} ids={ids} onChange={onChange} />
        <div>
          <LetterTextsMenu written={choice} onTake={onChange} />
        </div>
        <TextInput
          id="subject"
          label="Betreff"
          autoComplete="off"
          maxLength={LETTER_SUBJECT_MAX}
          value={choice.subject}
          error={errors.subject}
          onChange={(event) => onChange({ subject: event.currentTarget.value })}
        />
      </Stack>
      <Stack gap="md">
        <div>
          <PlaceholderField meanings={LETTER_PLACEHOLDERS} isOnLabel onInsert={insert.insert} />
          <Textarea
            id="body"
            label="Text"
            description="Anrede und Gruß stehen schon da."
            autosize
            minRows={5}
            maxRows={12}
            maxLength={LETTER_TEXT_MAX}
            value={choice.body}
            error={errors.body}
            onChange={(event) => onChange({ body: event.currentTarget.value })}
          />
        </div>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Textarea
            id="enclosures"
            label="Anlagen (optional)"
            description="Je Zeile eine."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            autosize
            minRows={1}
            maxRows={6}
            maxLength={ENCLOSURES_MAX}
            value={choice.enclosures}
            error={errors.enclosures}
            onChange={(event) => onChange({ enclosures: event.currentTarget.value })}
          />
          <DateField
            id="date"
            label="Datum des Briefs (optional)"
            description="Leer: heute."
            autoComplete="off"
            isAhead
            today={today}
            value={choice.date}
            error={errors.date}
            onChange={(date) => onChange({ date })}
          />
        </SimpleGrid>
      </Stack>
    </SimpleGrid>
  )
}

/** What is asked beside the kind. */
export const SheetOptionsForm = (props: SheetOptionsFormProps) => {
  if (props.choice.kind === 'labels') return <LabelOptions {...props} />
  if (props.choice.kind === 'letters') return <LetterOptions {...props} />
  return null
}
