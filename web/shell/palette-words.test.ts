import { expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { baseDataOf } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'
import { routes } from '#web/routes.tsx'
import { frameDialogs } from './frame-dialogs.ts'
import { matchingEntries, paletteEntries } from './palette-entries.ts'
import { PAGE_WORDS } from './palette-words.ts'

/** Texts of what somebody finds by a word, each with where it leads. */
const foundBy = (word: string, role: Role) => {
  const gone: string[] = []
  const goTo = (path: string) => void gone.push(path)
  const entries = paletteEntries({ baseData: baseDataOf(role), routes, goTo, setColorScheme: () => undefined })
  return matchingEntries(entries, word).map(({ text, run }) => {
    run()
    const target = gone.pop() ?? frameDialogs.get()?.dialog
    frameDialogs.close()
    return `${text} → ${target}`
  })
}

test.each([
  ['krank', 'Krankmeldung erfassen → sicknote'],
  ['krank', 'Krankmeldungen → /admin/abwesenheitsmeldungen'],
  ['Abwesenheit', 'Krankmeldungen → /admin/abwesenheitsmeldungen'],
  ['Entschuldigung', 'Fehlende Entschuldigungen → /admin/abwesenheitsmeldungen?tab=fehlt'],
  ['Einwilligung', 'Einwilligungen und Fotoerlaubnis → /admin/sus'],
  ['Fotoerlaubnis', 'Einwilligungen und Fotoerlaubnis → /admin/sus'],
  ['Notfallliste', 'Notfallliste drucken → /admin/klassen?liste=notfall'],
  ['Telefonliste', 'Telefonliste drucken → /admin/klassen?liste=telefon'],
  ['Geburtstage', 'Geburtstagsliste drucken → /admin/klassen?liste=geburtstage'],
  ['Serienbrief', 'Serienbrief schreiben → /admin/sus'],
  ['Etiketten', 'Etiketten drucken → /admin/sus'],
  ['Elternlink', 'Elternlinks drucken → /admin/sus'],
  ['Export', 'Schülerliste exportieren → /admin/sus'],
  ['Excel', 'Schülerliste exportieren → /admin/sus'],
  ['Excel', 'Schülerinnen und Schüler importieren → /admin/pupil_import'],
  ['Dublette', 'Dubletten finden → /admin/sus/neu'],
  ['Ferien', 'Schuljahre → /admin/schuljahr'],
  ['Passwort', 'Profil → /profile'],
  ['Passwort', 'Benutzer Verwaltung → /user-management'],
  ['Löschen', 'Löschvorschau → /admin/loeschvorschau'],
  ['Löschen', 'Papierkorb der Schülerinnen und Schüler → /admin/sus?bin=1'],
  ['Datenschutz', 'Datenschutz → /datenschutz'],
  ['Zeugnis', 'Fehlzeiten → /admin/fehlzeiten'],
  ['Schulbescheinigung', 'Schulbescheinigung drucken → /admin/sus'],
  ['Abgang', 'Abgang eintragen → /admin/sus'],
  ['Umzug', 'Anschrift ändern → /admin/sus'],
  ['Statistik', 'Statistik der Bewerbungen → /admin/bewerbungen/statistik'],
  ['Statistik', 'Schülerzahlen → /'],
  ['Drucken', 'Klassenliste drucken → /admin/klassen?liste=klasse'],
  ['Rechte', 'Benutzer Verwaltung → /user-management'],
  ['Versetzung', 'Schuljahreswechsel → /admin/schuljahreswechsel'],
  ['Schwimmen', 'Schwimmen → /admin/sus?sort=schoolclass&columns=schoolclass%2Cswim_level'],
])('a head finds by „%s“: %s', (word, found) => {
  expect(foundBy(word, 'schooladmin')).toContain(found)
})

test.each([
  ['teacher_level_1', 'krank', ['Krankmeldungen → /admin/abwesenheitsmeldungen', 'Krankmeldung erfassen → sicknote']],
  [
    'teacher_level_1',
    'Notfall',
    [
      'Notfallliste drucken → /admin/klassen?liste=notfall',
      'Im Notfall anrufen → /admin/sus?sort=schoolclass&columns=schoolclass%2Cemergency',
    ],
  ],
  ['teacher_level_1', 'Serienbrief', []],
  ['teacher_level_1', 'Schulbescheinigung', []],
  ['viewer', 'krank', ['Krankmeldungen → /admin/abwesenheitsmeldungen']],
  ['viewer', 'Telefonliste', []],
  ['viewer', 'Hort am', []],
  ['viewer', 'Excel', []],
  ['viewer', 'Rechte', []],
  ['viewer', 'Löschen', []],
] as const)('%s finds by „%s“ only what this person may do', (role, word, found) => {
  expect(foundBy(word, role).filter((one) => !one.startsWith('Schülerzahlen'))).toEqual(found)
})

test('every page that has words of its own is a page of the program', () => {
  const known = routes.map(({ path }) => path)
  expect(Object.keys(PAGE_WORDS).filter((path) => !known.includes(path))).toEqual([])
  expect(PAGE_WORDS[paths.sicknotes]).toContain('krank')
})

test('a ready list is found by its name, each day of its own', () => {
  const names = foundBy('hort dienstag', 'teacher_level_1').map((one) => one.split(' → ')[0])
  expect(names).toEqual(['Hort am Dienstag'])
})
