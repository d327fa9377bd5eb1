import { FORM_HELP } from './form-help.ts'
import { rankPlaces } from './search-handbook.ts'
import { SICKNOTE_HELP } from './sicknote-help.ts'
import { STATUS_HELP } from './status-help.ts'

/** The two parts of the help for whoever is not signed in, in the contents and in the search. */
export const FAMILIES_TITLE = 'Für Familien'
export const STAFF_TITLE = 'Für Mitarbeitende der Schule'

/** The questions and answers of the families' own pages; what most parents look for comes first. */
export const FAMILY_HELP = [
  { title: 'Ein Kind krankmelden', help: SICKNOTE_HELP, alsoFoundBy: 'Abwesenheit abmelden entschuldigen fehlt' },
  { title: 'Sich bewerben', help: FORM_HELP, alsoFoundBy: 'Bewerbung Anmeldung anmelden Einschulung Aufnahme' },
  { title: 'Wie steht es um die Bewerbung?', help: STATUS_HELP, alsoFoundBy: 'Status Zusage Absage' },
] as const

const QUESTIONS = FAMILY_HELP.flatMap(({ title, help, alsoFoundBy }) =>
  help.entries.map(({ question, answer }) => ({
    ...{ topic: title, question, answer },
    lead: `${title} ${question} ${alsoFoundBy}`,
    text: `${question} ${answer}`,
    above: '',
  })),
)

/** Questions of families with all typed words; the best come first. */
export const searchFamilyHelp = (typed: string) => rankPlaces(QUESTIONS, typed)
