import { countryName } from '#contract/countries.ts'
import { formatDate } from '#contract/dates.ts'
import { languageName } from '#contract/languages.ts'
import { displayPhone } from '#contract/phone.ts'
import type { ListedField } from './listed-fields.ts'
import type { ForeignLanguage } from './pupils.fields.ts'

const languageText = ({ language, since_grade, until_grade }: ForeignLanguage) =>
  `${languageName(language)} ${until_grade ? `${since_grade}–${until_grade}` : `ab ${since_grade}`}`

/** A stored value as a cell of a list; empty when there is none. */
export const listedText = ({ kind, choices = [] }: ListedField, value: unknown): string => {
  if (value === null || value === undefined) return ''
  const labelOf = (one: unknown) => choices.find((choice) => choice.value === one)?.label ?? String(one)
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
