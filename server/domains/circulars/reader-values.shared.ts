import { joinedWords } from '#contract/joined-words.ts'
import type { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { nameInMail } from '#server/mail/name-in-mail.ts'
import type { Child } from './circular-reader.ts'

const listed = (words: readonly string[]) => joinedWords(new Set(words))

type School = Pick<Awaited<ReturnType<typeof getSchool>>, 'name' | 'phone' | 'mail'>

/** What stands in place of the placeholders for one reader: only the own children, and the school. */
export const valuesFor = (school: School, { name, children }: { name: string; children: readonly Child[] }) => ({
  Anrede: `Guten Tag ${nameInMail(name)}`,
  Kinder: joinedWords(children.map(({ firstname }) => nameInMail(firstname))),
  Klassen: listed(children.map(({ schoolclass }) => schoolclass)),
  Schuljahr: listed(children.flatMap(({ wish }) => wish?.schoolyear ?? [])),
  Klassenstufe: listed(children.flatMap(({ wish }) => (wish ? String(wish.grade) : []))),
  Schule: school.name,
  Telefon: school.phone,
  'E-Mail': school.mail,
})
