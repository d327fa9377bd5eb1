import { Button, Text } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { type FieldValues, inputsOf } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { SectionForm } from '#web/forms/SectionForm.tsx'
import { useEdit } from '#web/forms/use-edit.ts'
import { headingOf, type OpenSection } from '#web/forms/use-open-section.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { AccentField } from './AccentField.tsx'
import { SectionValues } from './SectionValues.tsx'
import { loadSectionAnew, type StoredSection, useSectionCall } from './school-queries.ts'
import { changeRules, groupedFields, type SchoolSection } from './school-sections.ts'

/** Asked before something is saved; false: not now. */
export type BeforeSave = (changes: Record<string, unknown>) => Promise<boolean>

interface SectionCardProps extends Pick<ComponentProps<typeof SectionValues>, 'words' | 'further'> {
  schoolId: number
  section: SchoolSection
  stored: StoredSection
  open: OpenSection<StoredSection>
  beforeSave?: BeforeSave
  /** What the values look like where they are used. */
  preview?: (values: FieldValues) => ReactNode
  /** What else belongs to the section. */
  children?: ReactNode
}

/** A section while it is changed. */
const OpenForm = ({ preview, schoolId, section, stored, open, beforeSave }: SectionCardProps) => {
  const { name, title, defaults, place } = section
  const fields = groupedFields(section)
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

/** A part of the school's settings: read, and changed in place. */
export const SectionCard = ({ words, further, children, ...props }: SectionCardProps) => {
  const { section, stored, open, preview } = props
  const { name, title, text, fields } = section
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
      {isOpen ? (
        <OpenForm {...props} />
      ) : (
        <>
          <SectionValues section={section} values={values} {...(words && { words })} further={further} />
          {preview?.(values)}
        </>
      )}
      {children}
    </EditableCard>
  )
}
