import { countryName } from '#contract/countries.ts'
import { formatDate } from '#contract/dates.ts'
import { languageName } from '#contract/languages.ts'
import { displayPhone } from '#contract/phone.ts'
import { type ListedField, listedField } from './listed-fields.ts'
import type { ForeignLanguage } from './pupils.fields.ts'
import type { ListedValues } from './pupils.ts'

const languageText = ({ language, since_grade, until_grade }: ForeignLanguage) =>
  `${languageName(language)} ${until_grade ? `${since_grade}–${until_grade}` : `ab ${since_grade}`}`

/** The people to call in an emergency, with name and number, in their order. `lack` says that nobody is entered. */
export interface ListedCalls {
  lack?: string | undefined
  calls: readonly (readonly [string, string | null])[]
}

const callsText = ({ lack, calls }: ListedCalls) => {
  const people = calls.map(([name, phone]) => (phone ? `${name} ${displayPhone(phone)}` : name))
  return [lack, people.join(', ')].filter(Boolean).join(' ')
}

/** A value as a cell of a list; empty when there is none. */
export const listedText = ({ key, kind, choices = [] }: ListedField, value: unknown): string => {
  if (value === null || value === undefined) return ''
  const labelOf = (one: unknown) => choices.find((choice) => choice.value === one)?.label ?? String(one)
  if (key === 'emergency') return callsText(value as ListedCalls)
  switch (kind) {
    case 'flag':
      return value === true ? 'ja' : 'nein'
    case 'date':
      return formatDate(String(value))
    case 'choice':
      return labelOf(value)
    case 'several':
      // In the order of the answers: days of the week.
      return choices
        .filter((choice) => (value as string[]).includes(choice.value))
        .map(({ label }) => label)
        .join(', ')
    case 'country':
      return countryName(String(value))
    case 'countries':
      return (value as string[]).map(countryName).join(', ')
    case 'language':
      return languageName(String(value))
    case 'languages':
      return (value as ForeignLanguage[]).map(languageText).join(', ')
    case 'phone':
      return displayPhone(String(value))
    default:
      return String(value)
  }
}

/** The further columns of each row as texts by key, without the empty ones. */
export const listedTexts = ({ columns, values }: ListedValues) => {
  const fields = columns.map(listedField)
  return (JSON.parse(values) as unknown[][]).map((row) => {
    const texts: Record<string, string> = {}
    for (const [at, field] of fields.entries()) {
      const text = field ? listedText(field, row[at]) : ''
      if (field && text !== '') texts[field.key] = text
    }
    return texts
  })
}
