import { Alert, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { SectionForm } from '#web/forms/SectionForm.tsx'
import { headingOf, type OpenSection } from '#web/forms/use-open-section.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import { SectionInputField } from './SectionInputField.tsx'
import type { SchoolSection } from './school-sections.ts'
import { type FieldValues, inputsOf, readText, type SectionField } from './section-fields.ts'
import type { StoredSection } from './use-section-call.ts'
import { type BeforeSave, useSectionDraft } from './use-section-draft.ts'

interface SectionCardProps {
  schoolId: number
  section: SchoolSection
  stored: StoredSection
  open: OpenSection<FieldValues>
  beforeSave?: BeforeSave
  /** What the values look like where they are used. */
  preview?: (values: FieldValues) => ReactNode
  /** Facts that cannot be changed, before the others. */
  fixed?: readonly { label: string; value: ReactNode }[]
  /** What else belongs to the section. */
  children?: ReactNode
}

const OpenForm = ({ preview, ...props }: Omit<SectionCardProps, 'children' | 'fixed'>) => {
  const { title, fields, defaults } = props.section
  const draft = useSectionDraft(props)
  const { values } = draft
  const isDefault = defaults !== undefined && JSON.stringify(values) === JSON.stringify(inputsOf(fields, defaults))
  return (
    <SectionForm
      title={title}
      fields={fields}
      draft={draft}
      renderInput={(input) => <SectionInputField {...input} />}
      readText={readText}
      onCancel={() => void props.open.cancel()}
      extra={
        defaults && (
          <Button variant="subtle" disabled={isDefault} onClick={() => draft.fillIn(inputsOf(fields, defaults))}>
            Standardwerte
          </Button>
        )
      }
    >
      {preview?.(values)}
    </SectionForm>
  )
}

const shownValue = (field: SectionField, value: FieldValues[string]) =>
  field.kind === 'rich text' && value ? <TextBlocks text={String(value)} /> : readText(field, value)

const label = (text: string) => text.replace(' (optional)', '')

/** A part of the school's settings: read, and changed in place. */
export const SectionCard = ({ fixed = [], children, ...props }: SectionCardProps) => {
  const { section, stored, open, preview } = props
  const { name, title, text, warning, fields } = section
  const isOpen = open.name === name
  const values = inputsOf(fields, stored.value)
  const read = fields.filter(({ kind }) => kind !== 'accent')
  const facts = read.map((field) => ({
    label: label(field.label),
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
