import { Alert, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { type FieldValue, type FieldValues, type FormField, inputsOf, readText } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { SectionForm } from '#web/forms/SectionForm.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { headingOf, type OpenSection } from '#web/forms/use-open-section.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { FactList } from '#web/ui/FactList.tsx'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import { AccentField } from './AccentField.tsx'
import { loadSectionAnew, type StoredSection, useSectionCall } from './school-queries.ts'
import { changeRules, type SchoolSection } from './school-sections.ts'
import classes from './schools.module.css'

/** Asked before something is saved; false: not now. */
export type BeforeSave = (changes: Record<string, unknown>) => Promise<boolean>

type Facts = readonly { label: string; value: ReactNode }[]

interface SectionCardProps {
  schoolId: number
  section: SchoolSection
  stored: StoredSection
  open: OpenSection<StoredSection>
  beforeSave?: BeforeSave
  /** What the values look like where they are used. */
  preview?: (values: FieldValues) => ReactNode
  /** Facts that cannot be changed, before the others. */
  fixed?: Facts
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

/** Numbers with their hints as rows: what, how long, and from when. */
const PeriodTable = ({ section: { title, tableTitles }, fields, values }: PeriodTableProps) => {
  const [what, howLong, hint] = tableTitles ?? []
  return (
    <PlainTable
      caption={title}
      className={`sh-below-4 ${classes.periods}`}
      isStacked
      rows={fields}
      rowKey={({ key }) => key}
      columns={[
        { title: what ?? '', isName: true, cell: ({ label }) => label },
        { title: howLong ?? '', cell: (field) => shownValue(field, values[field.key] ?? '') },
        { title: hint ?? '', cell: (field) => field.hint },
      ]}
    />
  )
}

interface PeriodTableProps {
  section: SchoolSection
  fields: readonly FormField[]
  values: FieldValues
}

/** What is set, for reading: numbers as a table where the section wants it, all else as facts. */
const ReadValues = ({ section, values, fixed }: Omit<PeriodTableProps, 'fields'> & { fixed: Facts }) => {
  const { tableTitles } = section
  const read = section.fields.filter(({ kind }) => kind !== 'accent')
  const isRow = ({ kind }: FormField) => tableTitles !== undefined && kind === 'count'
  const facts = read
    .filter((field) => !isRow(field))
    .map((field) => ({ label: field.label, value: shownValue(field, values[field.key] ?? '') }))
  return (
    <>
      {tableTitles && <PeriodTable section={section} fields={read.filter(isRow)} values={values} />}
      {(fixed.length > 0 || facts.length > 0) && <FactList facts={[...fixed, ...facts]} />}
    </>
  )
}

/** A part of the school's settings: read, and changed in place. */
export const SectionCard = ({ fixed = [], children, ...props }: SectionCardProps) => {
  const { section, stored, open, preview } = props
  const { name, title, text, warning, fields } = section
  const isOpen = open.name === name
  const values = inputsOf(fields, stored.value)
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
          <ReadValues section={section} values={values} fixed={fixed} />
          {preview?.(values)}
        </>
      )}
      {children}
    </EditableCard>
  )
}
