import { storedSections } from '#contract/registrations/registrations.answers.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'

type Compared = Pick<RegistrationDetails, 'answers' | 'form' | 'source'>

const NOT_ASKED = '–'

const rowsOf = (compared: Compared) => storedSections(compared).flatMap(({ rows }) => rows)

/** The answers of two applications in the form's order; a question that only one was asked is one that differs. */
export const comparedAnswers = (mine: Compared, other: Compared) => {
  const [left, right] = [rowsOf(mine), rowsOf(other)]
  const keys = new Set([...left, ...right].map(({ key }) => key))
  return [...keys].flatMap((key) => {
    const pair = [left, right].map((rows) => rows.find((row) => row.key === key))
    const known = pair[0] ?? pair[1]
    if (!known) return []
    const texts = pair.map((row) => row?.text ?? NOT_ASKED)
    const label = known.group ? `${known.group}: ${known.label}` : known.label
    return [{ key, label, texts, isSame: texts[0] === texts[1] }]
  })
}
