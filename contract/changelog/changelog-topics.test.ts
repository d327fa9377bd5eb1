import { expect, test } from 'vitest'
import { ROLE_PERMISSIONS } from '#contract/permissions.ts'
import { changesByTopic, newestFor, titledChange } from './changelog-topics.ts'

const topicsOf = (changes: string[]) => changesByTopic({ changes }, true).map(({ title }) => title)

test.each([
  ['Klassenlisten zum Drucken, auch für Bewerbungen.', 'Klassen'],
  ['Verbessert: Bewerbungen: Am kleinen Bildschirm steht eine Zeile je Kind.', 'Bewerbungen'],
  ['Krankmeldungen am Telefon mit wenigen Tasten erfassen, auch für mehrere Kinder.', 'Krankmeldungen'],
  ['Strg+K findet auch Kinder.', 'Startseite, Suche und Menü'],
  ['Import: Tage stehen überall als TT.MM.JJJJ.', 'Importe'],
  ['„Einsichten“: wer wann wessen Daten geöffnet hat.', 'Datenschutz'],
  ['Verzeichnis: Tätigkeiten klappen auf; fehlende Verträge zählen.', 'Datenschutz'],
  ['Benutzeraktionen: wer hat wann was getan.', 'Benutzer'],
  ['Vergessene Passwörter und Einladungen.', 'Anmelden und Profil'],
  ['Betrieb: Der Server lässt sich beenden.', 'Betrieb'],
  ['Fällt das Netz, der Mailserver oder die Datenbank aus, sagt die Seite es auf Deutsch.', 'Überall'],
  ['Rundmails: E-Mails an die Eltern einer Klasse.', 'Rundmails und Postausgang'],
  ['Wartezeiten stehen nur einmal da.', 'Überall'],
])('%s → %s', (change, topic) => {
  expect(topicsOf([change])).toEqual([topic])
})

test('a topic has its changes in their order, with their kind', () => {
  expect(
    changesByTopic({ changes: ['Behoben: Klassen: Zwei: drei.', 'Wartezeiten.', 'Klassen: eins.'] }, true),
  ).toEqual([
    {
      title: 'Klassen',
      changes: [
        { topic: 'Klassen', kind: 'Behoben', text: 'Zwei: drei.' },
        { topic: 'Klassen', kind: '', text: 'Klassen: eins.' },
      ],
    },
    { title: 'Überall', changes: [{ topic: 'Überall', kind: '', text: 'Wartezeiten.' }] },
  ])
})

test.each([
  [
    'Suche (Strg+K) und „Krankmeldung“: Namen, die sich ähneln.',
    'Suche (Strg+K) und „Krankmeldung“',
    'Namen, die sich ähneln.',
  ],
  ['Fertige Listen.', 'Überall', 'Fertige Listen.'],
  ['Etwas steht da. Danach: Mehr.', 'Überall', 'Etwas steht da. Danach: Mehr.'],
])('the title of „%s“ is „%s“', (change, title, text) => {
  expect(titledChange({ topic: 'Überall', text: change })).toEqual({ title, text })
})

test('changes of the operation are shown to admins alone', () => {
  const changes = ['Klassen: eins.', 'Betrieb: Der Server lässt sich beenden.']
  expect(changesByTopic({ changes }, false).map(({ title }) => title)).toEqual(['Klassen'])
})

const ENTRIES = [
  { name: 'Unveröffentlicht', date: null, changes: ['Bewerbungen: neu.', 'Klassen: alt.', 'Betrieb: Der Server.'] },
  { name: '1.0.0', date: '2026-09-01', changes: ['Benutzer: früher.', 'Krankmeldungen: früher.'] },
]
const newest = (role: keyof typeof ROLE_PERMISSIONS, count = 5) =>
  newestFor(ENTRIES, ROLE_PERMISSIONS[role], count).map(({ text }) => text)

test('the newest changes are those of what somebody works with, the first line of the newest version first', () => {
  expect(newest('schooladmin')).toEqual([
    'Bewerbungen: neu.',
    'Klassen: alt.',
    'Benutzer: früher.',
    'Krankmeldungen: früher.',
  ])
  expect(newest('teacher_level_1')).toEqual(['Klassen: alt.', 'Krankmeldungen: früher.'])
  expect(newest('schooladmin', 1)).toEqual(['Bewerbungen: neu.'])
  expect(newest('admin', 3)).toContain('Der Server.')
})

test('one topic has at most two of the newest, and they stand together', () => {
  const changes = ['Klassen: drei.', 'Importe: alt.', 'Klassen: zwei.', 'Klassen: eins.']
  const found = newestFor([{ name: '1.0.0', date: null, changes }], ROLE_PERMISSIONS.schooladmin, 5)
  expect(found.map(({ text }) => text)).toEqual(['Klassen: drei.', 'Klassen: zwei.', 'Importe: alt.'])
})

test('what only the office does is no news for a teacher', () => {
  const changes = ['Schülerinnen und Schüler: Zahlen für das Schulamt.', 'Schülerinnen und Schüler: Fertige Listen.']
  const found = newestFor([{ name: '1.0.0', date: null, changes }], ROLE_PERMISSIONS.teacher_level_1, 5)
  expect(found.map(({ text }) => text)).toEqual(['Fertige Listen.'])
})
