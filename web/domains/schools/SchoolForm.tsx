import { Checkbox, Group, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { SchoolType } from '#contract/schools.facts.ts'
import { SCHOOL_KINDS } from '#contract/schools.setup.ts'

/** What the inputs hold; the contract's schema makes the form of it. */
export const EMPTY_SCHOOL = {
  kind: '' as SchoolType | '',
  short: '',
  name: '',
  official_number: '',
  carrier_name: '',
  street: '',
  house_number: '',
  zip: '',
  city: '',
  phone: '',
  mail: '',
  privacy_officer_contact: '',
  has_classes: true,
}

/** Labels by field, for the inputs and for the list of errors. */
export const SCHOOL_FIELDS: Record<keyof typeof EMPTY_SCHOOL, string> = {
  kind: 'Art der Schule',
  name: 'Name der Schule',
  short: 'Kürzel',
  official_number: 'Schulnummer (optional)',
  carrier_name: 'Träger',
  street: 'Straße',
  house_number: 'Hausnummer',
  zip: 'Postleitzahl',
  city: 'Ort',
  phone: 'Telefon',
  mail: 'E-Mail der Schule',
  privacy_officer_contact: 'Kontakt für Datenschutz',
  has_classes: 'Klassen a und b je Klassenstufe anlegen, in beiden Schuljahren',
}

const HINTS: Partial<Record<keyof typeof EMPTY_SCHOOL, string>> = {
  short: 'Kleinbuchstaben und Ziffern; steht in der Adresse des Bewerbungsformulars.',
  phone: 'Zum Beispiel 0331 1234567',
  privacy_officer_contact: 'Name und E-Mail-Adresse; steht in den Datenschutzhinweisen für Eltern.',
}

const INPUT_BEFORE_HINT: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

type Field = keyof typeof EMPTY_SCHOOL

interface SchoolFormProps<V> {
  form: UseFormReturnType<V>
  /** Where the school stands in the form's values, e.g. `school.`. */
  prefix: string
  /** Chosen kind: fills in the usual short. */
  onKind: (kind: SchoolType) => void
}

/** The inputs of one school, for the first set-up and for a further school. */
export const SchoolForm = <V,>({ form, prefix, onKind }: SchoolFormProps<V>) => {
  const props = (field: Field) => ({
    id: prefix + field,
    label: SCHOOL_FIELDS[field],
    description: HINTS[field],
    // Hints under the fields: neighbours line up, also when only one has a hint.
    inputWrapperOrder: INPUT_BEFORE_HINT,
    ...form.getInputProps(prefix + field),
  })
  // The id belongs to the first choice: that is where the list of errors leads.
  const { id: kindId, inputWrapperOrder: _, ...kindGroup } = props('kind')
  return (
    <Stack gap="md">
      <Radio.Group {...kindGroup} onChange={(kind) => onKind(kind as SchoolType)}>
        <Group mt="xs">
          {Object.entries(SCHOOL_KINDS).map(([kind, { label, grade_min, grade_max }], index) => (
            <Radio
              key={kind}
              {...(index === 0 ? { id: kindId } : {})}
              value={kind}
              label={`${label} (Klassenstufen ${grade_min} bis ${grade_max})`}
            />
          ))}
        </Group>
      </Radio.Group>
      <TextInput {...props('name')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...props('short')} autoCapitalize="none" spellCheck={false} />
        <TextInput {...props('official_number')} inputMode="numeric" />
      </SimpleGrid>
      <TextInput {...props('carrier_name')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...props('street')} />
        <TextInput {...props('house_number')} />
        <TextInput {...props('zip')} inputMode="numeric" />
        <TextInput {...props('city')} />
        <TextInput {...props('phone')} type="tel" />
        <TextInput {...props('mail')} type="email" inputMode="email" />
      </SimpleGrid>
      <TextInput {...props('privacy_officer_contact')} />
      <Checkbox
        id={`${prefix}has_classes`}
        label={SCHOOL_FIELDS.has_classes}
        {...form.getInputProps(`${prefix}has_classes`, { type: 'checkbox' })}
      />
    </Stack>
  )
}
