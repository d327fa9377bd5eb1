import { expect, test } from 'vitest'
import {
  groupedFields,
  LABEL_SECTION,
  MASTER_SECTION,
  REGISTRATION_SECTION,
  RETENTION_SECTION,
  type SchoolSection,
  SICKNOTE_SECTION,
} from './school-sections.ts'

const keysOf = (fields: readonly { key: string }[]) => fields.map(({ key }) => key).sort()

test.each<SchoolSection>([MASTER_SECTION, REGISTRATION_SECTION, SICKNOTE_SECTION, RETENTION_SECTION])(
  'the groups of $name ask for every field exactly once',
  (section) => {
    const grouped = groupedFields(section)
    expect(keysOf(grouped)).toEqual(keysOf(section.fields))
    expect(grouped.every(({ group }) => group !== undefined)).toBe(true)
  },
)

test('a section without groups has no headings', () => {
  expect(groupedFields(LABEL_SECTION)).toBe(LABEL_SECTION.fields)
})
