import { Alert, Button, Card, Text, Title } from '@mantine/core'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { headingOf, type OpenSection } from '#web/shell/use-open-section.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import classes from './SchoolSections.module.css'
import { SectionForm } from './SectionForm.tsx'
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
  const draft = useSectionDraft(props)
  return (
    <SectionForm section={props.section} draft={draft} onCancel={() => void props.open.cancel()} preview={preview} />
  )
}

const shownValue = (field: SectionField, value: FieldValues[string]) =>
  field.kind === 'rich text' && value ? <TextBlocks text={String(value)} /> : readText(field, value)

const label = (text: string) => text.replace(' (optional)', '')

/** A part of the school's settings: read, and changed in place. */
export const SectionCard = ({ fixed = [], children, ...props }: SectionCardProps) => {
  const { section, stored, open, preview } = props
  const { name, title, text, notYet, fields } = section
  const isOpen = open.name === name
  const values = inputsOf(fields, stored.value)
  const read = fields.filter(({ kind }) => kind !== 'accent')
  const facts = read.map((field) => ({
    label: label(field.label),
    value: (
      <>
        {shownValue(field, values[field.key] ?? '')}
        {section.showsHints && <span className={classes.hint}>{field.hint}</span>}
        {field.notYet && <span className={classes.hint}>{field.notYet}</span>}
      </>
    ),
  }))
  return (
    <Card component="section" id={name} aria-labelledby={headingOf(name)} className={classes.section ?? ''}>
      <div className={classes.head}>
        <Title order={2} id={headingOf(name)} tabIndex={-1}>
          {title}
        </Title>
        {!isOpen && (
          <Button
            variant="default"
            leftSection={<Pencil size={18} aria-hidden />}
            aria-label={`${title} bearbeiten`}
            onClick={() => void open.edit(name)}
          >
            Bearbeiten
          </Button>
        )}
      </div>
      {text && (
        <Text c="dimmed" mb="sm" className={classes.text ?? ''}>
          {text}
        </Text>
      )}
      {notYet && (
        <Alert color="yellow" mb="sm">
          {notYet}
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
    </Card>
  )
}
