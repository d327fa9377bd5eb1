import { PARENTS_ADDRESS } from '#web/paths.ts'
import { FORM_HELP } from './form-help.ts'
import type { ParentsHelp } from './parents-help.ts'
import { rankPlaces } from './search-handbook.ts'
import { SICKNOTE_HELP } from './sicknote-help.ts'
import { STATUS_HELP } from './status-help.ts'

/** The two parts of the help for whoever is not signed in, in the contents and in the search. */
export const FAMILIES_TITLE = 'Für Familien'
export const STAFF_TITLE = 'Für Mitarbeitende der Schule'

/** A question with its answer, and a page where one can do it. */
type FamilyEntry = ParentsHelp['entries'][number] & { way?: { text: string; to: string } }

/** Who has the page before them has the link already; everybody else asks for it first. */
const LINK_ENTRY: FamilyEntry = {
  question: 'Wo finde ich den Elternlink?',
  answer: 'In der E-Mail oder auf dem Zettel der Schule. Ist er verloren, schickt ihn die Schule noch einmal:',
  way: { text: 'Link erneut zusenden', to: PARENTS_ADDRESS },
}
const SICKNOTE_QUESTIONS = { ...SICKNOTE_HELP, entries: [LINK_ENTRY, ...SICKNOTE_HELP.entries] }

interface FamilyTopic {
  title: string
  help: { entries: readonly FamilyEntry[] }
  alsoFoundBy: string
}

/** The questions and answers of the families' own pages; what most parents look for comes first. */
export const FAMILY_HELP: readonly FamilyTopic[] = [
  { title: 'Ein Kind krankmelden', help: SICKNOTE_QUESTIONS, alsoFoundBy: 'Abwesenheit abmelden entschuldigen fehlt' },
  { title: 'Sich bewerben', help: FORM_HELP, alsoFoundBy: 'Bewerbung Anmeldung anmelden Einschulung Aufnahme' },
  { title: 'Wie steht es um die Bewerbung?', help: STATUS_HELP, alsoFoundBy: 'Status Zusage Absage' },
]

const QUESTIONS = FAMILY_HELP.flatMap(({ title, help, alsoFoundBy }) =>
  help.entries.map((entry) => ({
    ...{ topic: title, entry },
    lead: `${title} ${entry.question} ${alsoFoundBy}`,
    text: `${entry.question} ${entry.answer}`,
    above: '',
  })),
)

/** Questions of families with all typed words or, if there is none, with one of them; the best come first. */
export const searchFamilyHelp = (typed: string) => {
  const whole = rankPlaces(QUESTIONS, typed)
  if (whole.length > 0) return whole
  const hits = typed
    .split(/\s+/)
    .filter((word) => word.length > 3)
    .flatMap((word) => rankPlaces(QUESTIONS, word))
  return hits.filter(({ entry }, index) => hits.findIndex((hit) => hit.entry === entry) === index)
}
