import { Alert, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { type FieldValue, type FieldValues, type FormField, inputsOf, readText } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { SectionForm } from '#web/forms/SectionForm.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { headingOf, type OpenSection } from '#web/forms/use-open-section.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import { AccentField } from './AccentField.tsx'
import { loadSectionAnew, type StoredSection, useSectionCall } from './school-queries.ts'
import { changeRules, type SchoolSection } from './school-sections.ts'

/** Asked before something is saved; false: not now. */
export type BeforeSave = (changes: Record<string, unknown>) => Promise<boolean>

interface SectionCardProps {
  schoolId: number
  section: SchoolSection
  stored: StoredSection
  open: OpenSection<StoredSection>
  beforeSave?: BeforeSave
  /** What the values look like where they are used. */
  preview?: (values: FieldValues) => ReactNode
  /** Facts that cannot be changed, before the others. */
  fixed?: readonly { label: string; value: ReactNode }[]
  /** What else belongs to the section. */
  children?: ReactNode
}

/** A section while it is changed. */
const OpenForm = ({ preview, schoolId, section, stored, open, beforeSave }: SectionCardProps) => {
  const { name, title, fields, defaults, place } = section
  const { schema, asBody } = changeRules(place)
  const edit = useEdit<StoredSection, object, Record<string, unknown>>({
    fields,
    loaded: stored,
    valuesOf: (base) => inputsOf(fields, base?.value),
    loadAnew: () => loadSectionAnew(schoolId, place),
    faultsOf: (_values, changes) => schemaErrors(schema)(asBody(changes)),
    ...open.memoryOf(name),
  })
  const call = useSectionCall(schoolId, edit.calls)
  const isDefault = defaults !== undefined && JSON.stringify(edit.values) === JSON.stringify(inputsOf(fields, defaults))
  return (
    <SectionForm
      title={title}
      edit={edit}
      open={open}
      renderInput={(input) =>
        input.field.kind === 'accent' ? (
          <AccentField {...input} value={String(input.value)} />
        ) : (
          <InputField {...input} />
        )
      }
      onChange={({ version }, changes) => call.run(place, changes, version)}
      isRunning={call.isRunning}
      mayStart={beforeSave}
      extra={
        defaults && (
          <Button variant="subtle" disabled={isDefault} onClick={() => edit.fillIn(inputsOf(fields, defaults))}>
            Standardwerte
          </Button>
        )
      }
    >
      {preview?.(edit.values)}
    </SectionForm>
  )
}

const shownValue = (field: FormField, value: FieldValue) =>
  field.kind === 'rich text' && value ? <TextBlocks text={String(value)} /> : readText(field, value) || '–'

/** A part of the school's settings: read, and changed in place. */
export const SectionCard = ({ fixed = [], children, ...props }: SectionCardProps) => {
  const { section, stored, open, preview } = props
  const { name, title, text, warning, fields } = section
  const isOpen = open.name === name
  const values = inputsOf(fields, stored.value)
  const read = fields.filter(({ kind }) => kind !== 'accent')
  const facts = read.map((field) => ({
    label: field.label,
    value: (
      <>
        {shownValue(field, values[field.key] ?? '')}
        {section.showsHints && <span className="sh-quiet sh-small sh-block">{field.hint}</span>}
      </>
    ),
  }))
  return (
    <EditableCard
      name={name}
      headingId={headingOf(name)}
      title={title}
      onEdit={isOpen ? undefined : () => void open.edit(name)}
    >
      {text && (
        <Text c="dimmed" mb="sm" className="sh-measure">
          {text}
        </Text>
      )}
      {warning && (
        <Alert color="yellow" mb="sm">
          {warning}
        </Alert>
      )}
      {isOpen ? (
        <OpenForm {...props} />
      ) : (
        <>
          {(fixed.length > 0 || facts.length > 0) && <FactList facts={[...fixed, ...facts]} />}
          {preview?.(values)}
        </>
      )}
      {children}
    </EditableCard>
  )
}
