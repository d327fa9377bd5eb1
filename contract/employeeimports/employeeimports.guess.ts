import { CHILD_WORDS, foldHeading, isSpecialHeading, REACH_WORDS } from '#contract/headings.ts'
import { EMPLOYEE_IMPORT_KEYS, EMPLOYEE_IMPORT_LABELS, type EmployeeImportKey } from './employeeimports.columns.ts'
import { readClassFunction } from './employeeimports.words.ts'

const dutiful = (words: readonly string[]) =>
  words.flatMap((word) => [word, `${word} dienstlich`, `dienstliche ${word}`])

/** Headings that schools and other programs use; compared like headings (domain §6.3). */
const SYNONYMS: Record<EmployeeImportKey, readonly string[]> = {
  salutation: ['Anrede', 'Anr.', 'Anrede/Titel', 'Anrede Titel', 'Frau/Herr', 'Herr/Frau', 'salutation'],
  title: ['Titel', 'akad. Titel', 'Akademischer Titel', 'Akad. Grad', 'title'],
  lastname: CHILD_WORDS.lastname,
  firstname: [...CHILD_WORDS.firstname, 'Vornamen'],
  whole_name: ['Name, Vorname', 'Nachname, Vorname', 'Familienname, Vorname', 'Name/Vorname', 'Nachname/Vorname'],
  short_name: [
    'Kürzel',
    'Krz.',
    'Kurzzeichen',
    'Lehrerkürzel',
    'Lehrkraftkürzel',
    'Namenskürzel',
    'Kurzname',
    'Kennung',
  ],
  employee_type: [
    'Tätigkeit',
    'Beruf',
    'Berufsgruppe',
    'Personalgruppe',
    'Beschäftigt als',
    'Stelle',
    'Position',
    'Funktion',
    'Rolle',
    'Aufgabe',
  ],
  mail: dutiful([...REACH_WORDS.mail, 'Dienstmail', 'Dienst-E-Mail', 'Schulmail', 'Schul-E-Mail']),
  phone: dutiful([
    ...REACH_WORDS.phone.filter((word) => !word.includes('privat')),
    ...REACH_WORDS.mobile,
    'Diensttelefon',
    'Diensthandy',
    'Durchwahl',
  ]),
  date_entry: [
    'Eintritt',
    'Eintrittsdatum',
    'Dienstantritt',
    'Dienstbeginn',
    'Beschäftigt seit',
    'An der Schule seit',
    'Seit',
    'Beginn',
  ],
  responsible: [
    'Klassenleitung',
    'Klassenleitung in',
    'Klassenleiter',
    'Klassenleiterin',
    'Klassenleiter/in',
    'Klassenlehrer',
    'Klassenlehrerin',
    'Klassenlehrer/in',
    'Klassenlehrkraft',
    'Leitet Klasse',
  ],
  deputy: [
    'Stellvertretung',
    'Stellvertretende Klassenleitung',
    'Stellv. Klassenleitung',
    'Stv. Klassenleitung',
    'Zweite Klassenleitung',
    '2. Klassenleitung',
    'Co-Klassenleitung',
    'Vertretung Klassenleitung',
  ],
  assigned: [
    'zugeordnete Klasse',
    'zugeordnet',
    'Bezugserzieher',
    'Bezugserzieherin',
    'Bezugserzieher/in',
    'Bezugsklasse',
    'Weitere Klassen',
    'Gruppe',
  ],
  schoolclass: [...CHILD_WORDS.schoolclass, 'Klassen'],
  class_function: ['Klassenfunktion', 'Rolle in der Klasse', 'Aufgabe in der Klasse', 'Art der Zuordnung'],
}

/** Headings that name either the work at the school or the function in a class: the cells below decide. */
const EITHER = new Set(['Funktion', 'Rolle', 'Aufgabe'].map(foldHeading))

const KNOWN = new Map(
  EMPLOYEE_IMPORT_KEYS.flatMap((key) =>
    [EMPLOYEE_IMPORT_LABELS[key], ...SYNONYMS[key]].map((word) => [foldHeading(word), key] as const),
  ).reverse(),
)

const isFunctionColumn = (cells: readonly string[]) => {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > 0 && filled.every((cell) => readClassFunction(cell) !== undefined)
}

/** A guess for each column of a file; no meaning is given twice, and never to data of Art. 9 GDPR. */
export const guessEmployeeColumns = (headings: readonly string[], rows: readonly (readonly string[])[]) => {
  const taken = new Set<EmployeeImportKey>()
  return headings.map((heading, column) => {
    const folded = foldHeading(heading)
    const known = isSpecialHeading(heading) ? undefined : KNOWN.get(folded)
    const isEither = EITHER.has(folded) && isFunctionColumn(rows.map((cells) => cells[column] ?? ''))
    const key = isEither ? 'class_function' : known
    if (key === undefined || taken.has(key)) return null
    taken.add(key)
    return key
  })
}
