import type { Permission } from '#contract/permissions.ts'
import type { ChangelogEntry } from './changelog.ts'

/** A part of the program that changes are about. */
interface ChangelogTopic {
  title: string
  /** Beginnings of words that speak of it. */
  words: RegExp
  /** Whoever has one of these works with it; without any, everybody does. */
  permissions?: readonly Permission[]
}

const EVERYWHERE: ChangelogTopic = { title: 'Überall', words: /^$/ }
const OPERATION: ChangelogTopic = {
  title: 'Betrieb',
  // Its changes have a section of their own: a user reads about servers, too, when one is away.
  words: /^$/,
  permissions: ['debug view'],
}

/** In the order of the menu. */
const TOPICS: readonly ChangelogTopic[] = [
  {
    title: 'Startseite, Suche und Menü',
    words: /Startseite|Strg\+K|Such|Menü|Meldungen stehen|Text einer Meldung|Hilfe|Handbuch|Tastenkürzel|F8|F1\b/,
  },
  {
    title: 'Schülerinnen und Schüler',
    words:
      /Schülerinnen|Schülerlist|SuS|Kind|Sorgeberechtigt|Sorgerecht|Elternlink|Vertraulich|Einwilligung|Export|Abgang|Seite eines Kindes|volljährig|abgegangen|Geschwister/,
    permissions: ['view pupil', 'view attached pupil'],
  },
  {
    title: 'Klassen',
    words: /Klassen(?!stufe)|Telefonliste|Lehrkräfte/,
    permissions: ['view schoolclasses', 'view attached schoolclasses'],
  },
  {
    title: 'Krankmeldungen',
    words:
      /Krankmeld|Abwesenheit|Fehl(?:zeit|list)|[Ff]ehlende|Beurlaub|Entschuldig|krank|Verspätet|melden Abwesenheiten/,
    permissions: ['view pupil', 'view attached pupil'],
  },
  { title: 'Rundmails und Postausgang', words: /Rundmail|Postausgang/, permissions: ['manage pupil'] },
  {
    title: 'Bewerbungen',
    words:
      /Bewerb|Warteliste|Bescheid|Zusage|Aufnahmeantrag|Eingangsbestätigung|Statusseite|Übernehmen|Entscheidung|Statistik|Auf einen Blick|E-Mail-Adressen werden/,
    permissions: ['manage pupil application'],
  },
  {
    title: 'Importe',
    words: /Import|Schülerlisten lassen sich aus|Abgewiesene Dateien/,
    permissions: ['manage pupil'],
  },
  { title: 'Mitarbeitende', words: /Mitarbeitende/, permissions: ['manage employee'] },
  {
    title: 'Schule und Schuljahre',
    words:
      /Schulverwaltung|Schuljahre?\b|Schuljahreswechsel|Klassenstufen mit|Einrichtung|Mehrere Schulen|Neue Schule|Mailvorlagen/,
    permissions: ['manage schoolyear'],
  },
  {
    title: 'Datenschutz',
    words:
      /Datenschutz|Löschuhr|Löschvorschau|Löschnachweis|Auf Antrag|Auskunft|Anfragen|Einsichten|Einschränkung der|Verzeichnis\b|Auftragsverarbeitung|Fristen:|Mit dem 18|Am 18|nach 28 Tagen/,
    permissions: ['view pupil sensitive', 'export personal data'],
  },
  { title: 'Benutzer', words: /Benutzer|Neuen User|Rechte oder eine Schule/, permissions: ['manage users'] },
  {
    title: 'Anmelden und Profil',
    words: /Passw|passwort|Passwörter|Zwei-Faktor|Login|Profil|Sind Sie noch da|angemeldet/,
  },
]

/** Shown first, so that the list has what everybody needs at its end. */
const ORDER = [...TOPICS, EVERYWHERE, OPERATION].map(({ title }) => title)

/** New features have no kind (`read-changelog.ts`). */
const KIND = /^(Verbessert|Geändert|Behoben|Betrieb|Entfernt|Sicherheit): /

/** The topic whose word stands first in the text: a change begins with what it is about. */
const topicOf = (change: string): ChangelogTopic => {
  if (change.startsWith('Betrieb: ')) return OPERATION
  const text = change.replace(KIND, '')
  const found = [...TOPICS, OPERATION]
    .map((topic) => ({ topic, at: text.search(topic.words) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
  return found[0]?.topic ?? EVERYWHERE
}

export interface Change {
  topic: string
  /** „Behoben“; empty for new features and for what belongs to the topic anyway. */
  kind: string
  text: string
}

const LABEL = /^([\p{L}\s]+): (?=\p{Lu})/u

/** „Klassen: Auf dem Telefon …“ needs its first word only where the topic is not said. */
const withoutTopic = (text: string, topic: string) => {
  const label = LABEL.exec(text)
  return label && topic.startsWith(label[1] ?? '') ? text.slice(label[0].length) : text
}

const HEADED = /^([^:.]{2,70}): (?=[\p{Lu}„])/u

/** „Suche (Strg+K): Namen …“ begins with its title; a change without one has that of its topic. */
export const titledChange = ({ topic, text }: Pick<Change, 'topic' | 'text'>) => {
  const [begin = '', title = topic] = HEADED.exec(text) ?? []
  return { title, text: text.slice(begin.length) }
}

const changeOf = (change: string): Change => {
  const kind = KIND.exec(change)?.[1] ?? ''
  const topic = topicOf(change).title
  return { topic, kind: kind === 'Betrieb' ? '' : kind, text: withoutTopic(change.replace(KIND, ''), topic) }
}

/** The changes of a version by topic. Only admins see the topic „Betrieb“. */
export const changesByTopic = ({ changes }: Pick<ChangelogEntry, 'changes'>, isOperator: boolean) => {
  const all = changes.map(changeOf)
  return ORDER.map((title) => ({ title, changes: all.filter(({ topic }) => topic === title) })).filter(
    (topic) => topic.changes.length > 0 && (isOperator || topic.title !== OPERATION.title),
  )
}

/** What only the office does with pupils: a teacher reads it in its topic, but not as news for the own work. */
const OFFICE: Pick<ChangelogTopic, 'words' | 'permissions'> = {
  words: /Schulamt|Elternlink|Export\b|gemeinsam|anlegen/,
  permissions: ['manage pupil'],
}

/** A change may touch several topics, such as the search and the imports: it is for those who work with all of them. */
const isFor = (permissions: readonly Permission[]) => (change: string) => {
  const text = change.replace(KIND, '')
  const touched = [topicOf(change), ...[...TOPICS, OFFICE].filter(({ words }) => words.test(text))]
  return touched.every(
    ({ permissions: needed }) => !needed || needed.some((permission) => permissions.includes(permission)),
  )
}

/** More of one topic would leave no room for the others. */
const NEWEST_OF_TOPIC = 2

/**
 * The newest changes in what this person works with. In the file the newest version comes first, and in it the newest
 * change of each kind.
 */
export const newestFor = (entries: readonly ChangelogEntry[], permissions: readonly Permission[], count: number) => {
  const all = entries.flatMap(({ name, date, changes }) =>
    changes.filter(isFor(permissions)).map((change) => ({ ...changeOf(change), version: name, date })),
  )
  const before = (index: number) => all.slice(0, index).filter(({ topic }) => topic === all[index]?.topic).length
  const newest = all.filter((_, index) => before(index) < NEWEST_OF_TOPIC).slice(0, count)
  // Those of one topic stand together, where the newest of them stands.
  const placeOf = ({ topic }: Change) => newest.findIndex((one) => one.topic === topic)
  return newest.toSorted((a, b) => placeOf(a) - placeOf(b))
}
