import { type AnswerRow, hasAnswer } from '#contract/registrations/registrations.answers.ts'

interface Joined {
  label: string
  /** The ends of the keys that come together, in the order of the form. */
  parts: readonly [string, ...string[]]
  text: (texts: readonly string[]) => string
}

const ADDRESS = 'Anschrift'

/** What a family reads as one answer, although the form asks for it in parts. */
const JOINED: readonly Joined[] = [
  { label: 'Name', parts: ['firstname', 'lastname'], text: (texts) => texts.join(' ') },
  {
    label: ADDRESS,
    parts: ['street', 'house_number', 'zip', 'city'],
    text: ([street, number, zip, city]) => `${street} ${number}, ${zip} ${city}`,
  },
]

/** The rows of a name or an address that begins with this row; undefined unless all of them are there. */
const partsFrom = (first: AnswerRow, rows: readonly AnswerRow[], { parts }: Joined) => {
  if (!first.key.endsWith(parts[0])) return undefined
  const prefix = first.key.slice(0, -parts[0].length)
  const found = parts.flatMap((part) => rows.filter(({ key }) => key === prefix + part))
  return found.length === parts.length ? found : undefined
}

const joinOne = (rows: readonly AnswerRow[], joined: Joined) =>
  rows.reduce<readonly AnswerRow[]>((all, row) => {
    const parts = partsFrom(row, all, joined)
    if (!parts) return all
    const { group, key } = row
    const line = { key, label: joined.label, text: joined.text(parts.map(({ text }) => text)) }
    // A heading above its only row would say the same twice.
    const one: AnswerRow = group === undefined || group === joined.label ? line : { ...line, group }
    return all.flatMap((each) => (each === row ? [one] : parts.includes(each) ? [] : [each]))
  }, rows)

/** A label that begins with its group needs no second one: „Geschwister an unseren Schulen“. */
const calledIn = ({ group, label }: AnswerRow) =>
  group === undefined || group === ADDRESS || label.startsWith(group) ? label : `${group}, ${label}`

/** One section of the check page: names and addresses in one row each, and the names of what was left empty. */
export const checkRows = (rows: readonly AnswerRow[]) => ({
  given: JOINED.reduce(joinOne, rows.filter(hasAnswer)),
  empty: rows.filter((row) => !hasAnswer(row)).map(calledIn),
})

const COMPARED = ['firstname', 'lastname', 'mail', 'phone']

/** Whether both persons have the same name, mail address and phone number: probably one was entered twice. */
export const arePersonsEqual = (rows: readonly AnswerRow[]) => {
  const texts = (position: 0 | 1) =>
    COMPARED.map((part) =>
      rows
        .find(({ key }) => key === `contacts.${position}.${part}`)
        ?.text.trim()
        .toLowerCase(),
    )
  const [first, second] = [texts(0), texts(1)]
  return second[0] !== undefined && first.every((text, index) => text === second[index])
}
