import type { MantineColorScheme } from '@mantine/core'
import type { BaseData } from '#contract/account/account.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import { READY_LISTS } from '#contract/pupils/ready-lists.ts'
import { searchFold, searchWords } from '#contract/search-fold.ts'
import { paths } from '#web/paths.ts'
import { COLOR_SCHEMES } from '#web/ui/color-schemes.ts'
import { changeSchool } from './change-school.ts'
import { isHeldBack, offeredEntries } from './drawer-entries.ts'
import { MAIL_TEST, openFrameDialog, SICKNOTE } from './frame-dialogs.ts'
import { chaptersFor, helpFor } from './help-chapters.ts'
import { obstacleOf, type PageRoute } from './page-route.ts'
import { PAGE_WORDS, READY_LIST_WORDS, SICKNOTE_TASK, TASKS } from './palette-words.ts'

export interface PaletteEntry {
  id: string
  /** The heading of its group. */
  group: string
  text: string
  /** Distinguishes it from others of the same name. */
  hint?: string | null
  /** Other words that find it. */
  alsoFoundBy?: string
  run: () => void
}

interface PaletteFacts {
  baseData: BaseData
  routes: readonly PageRoute[]
  goTo: (path: string) => void
  setColorScheme: (scheme: MantineColorScheme) => void
}

/** A source of entries; each shows only what the user may see. */
type PaletteSource = (facts: PaletteFacts) => PaletteEntry[]

/** Pages that are useless for a signed-in user; the logout is an action. */
const NOT_OFFERED: readonly string[] = [paths.login, paths.forgotPassword, paths.logout]

const mayOpen = (route: PageRoute, baseData: BaseData) => {
  const { path, offeredTo } = route
  if (path.includes('$') || NOT_OFFERED.includes(path) || isHeldBack(path, baseData)) return false
  return !obstacleOf(route, baseData) && (!offeredTo || baseData.permissions.includes(offeredTo))
}

/** The order of the menu; other pages follow, sorted by name. */
const inMenuOrder = (baseData: BaseData) => {
  const { daily, administration, privacy, last } = offeredEntries(baseData, () => true)
  const menu = [...daily, ...administration, ...privacy, ...last].map(({ to }) => to)
  const rank = ({ path }: PageRoute) => (menu.includes(path) ? menu.indexOf(path) : menu.length)
  return (a: PageRoute, b: PageRoute) => rank(a) - rank(b) || a.title.localeCompare(b.title, 'de')
}

const pages: PaletteSource = ({ baseData, routes, goTo }) =>
  routes
    .filter((route) => mayOpen(route, baseData))
    .sort(inMenuOrder(baseData))
    .map(({ path, title }) => ({
      id: `page-${path}`,
      group: 'Seiten',
      text: title,
      alsoFoundBy: PAGE_WORDS[path] ?? '',
      run: () => goTo(path),
    }))

/** Tasks without their own page; each leads to the page where they are done. */
const tasks: PaletteSource = ({ baseData: { permissions, school }, goTo }) =>
  (school ? TASKS : [])
    .filter((task) => task.permissions.some((permission) => permissions.includes(permission)))
    .map(({ text, hint, words, to }) => ({
      id: `task-${text.replaceAll(' ', '-')}`,
      group: 'Aktionen',
      text,
      hint: hint ?? null,
      alsoFoundBy: words,
      run: () => (to === SICKNOTE_TASK ? openFrameDialog(SICKNOTE) : goTo(to)),
    }))

const readyLists: PaletteSource = ({ baseData: { permissions, school }, goTo }) =>
  (school && seesPupilContacts(permissions) ? READY_LISTS : []).map(({ name, query }) => ({
    id: `list-${name.replaceAll(' ', '-')}`,
    group: 'Fertige Listen',
    text: name,
    alsoFoundBy: READY_LIST_WORDS,
    run: () => goTo(`${paths.pupils}?${query}`),
  }))

const otherSchools: PaletteSource = ({ baseData: { permissions, attachedSchools, school } }) =>
  (permissions.includes('change user school') ? attachedSchools : [])
    .filter(({ id }) => id !== school?.id)
    .map((one) => ({
      id: `school-${one.id}`,
      group: 'Aktionen',
      text: `Schule wechseln zu ${one.short}`,
      run: () => void changeSchool(one),
    }))

const schemes: PaletteSource = ({ setColorScheme }) =>
  COLOR_SCHEMES.map(({ scheme, text }) => ({
    id: `scheme-${scheme}`,
    group: 'Aktionen',
    text: `Darstellung: ${text}`,
    alsoFoundBy: 'Farben Modus',
    run: () => setColorScheme(scheme),
  }))

const adminTools: PaletteSource = ({ baseData: { permissions } }) =>
  permissions.includes('debug view')
    ? [{ id: 'mailtest', group: 'Aktionen', text: 'E-Mail-Test', run: () => openFrameDialog(MAIL_TEST) }]
    : []

const others: PaletteSource = ({ goTo }) => [
  {
    id: 'shortcuts',
    group: 'Aktionen',
    text: 'Tastenkürzel anzeigen',
    alsoFoundBy: 'Hilfe Tastatur Shortcuts',
    run: () => openFrameDialog('shortcuts'),
  },
  {
    id: 'logout',
    group: 'Aktionen',
    text: 'Logout',
    alsoFoundBy: 'Abmelden Ausloggen',
    run: () => goTo(paths.logout),
  },
]

/** What a question mark offers: the help for this page, the keys and the chapters of the handbook. */
export const helpEntries = (baseData: BaseData | undefined, goTo: PaletteFacts['goTo'], pagePath: string | null) => {
  const group = 'Hilfe'
  const here = helpFor(pagePath)
  const { own, others } = chaptersFor(baseData)
  const chapters = [...own, ...others].map(({ slug, title, about }) => ({
    id: `help-${slug}`,
    group,
    text: title,
    alsoFoundBy: about,
    run: () => goTo(paths.helpChapter(slug)),
  }))
  return [
    ...(here
      ? [{ id: 'help-here', group, text: 'Hilfe zu dieser Seite', run: () => goTo(`${here.path}#${here.hash}`) }]
      : []),
    {
      id: 'help-keys',
      group,
      text: 'Tastenkürzel anzeigen',
      alsoFoundBy: 'Tastatur Shortcuts',
      run: () => openFrameDialog('shortcuts'),
    },
    ...chapters,
  ]
}

const SOURCES: readonly PaletteSource[] = [pages, tasks, otherSchools, schemes, adminTools, others, readyLists]

export const paletteEntries = (facts: PaletteFacts) => SOURCES.flatMap((source) => source(facts))

/** Shorter words are found only where a word begins: „mül“ is no part of „Formular“. */
const INSIDE_TITLE = 4
const INSIDE_WORDS = 5

const holds = (text: string, word: string, insideFrom: number) =>
  word.length >= insideFrom ? text.includes(word) : text.split(/[\s\-„“(]+/).some((part) => part.startsWith(word))

const isFoundBy =
  (words: readonly string[]) =>
  ({ text, alsoFoundBy = '' }: PaletteEntry) =>
    words.every(
      (word) => holds(searchFold(text), word, INSIDE_TITLE) || holds(searchFold(alsoFoundBy), word, INSIDE_WORDS),
    )

/**
 * The entries that contain every typed word, in any order and folded like names in searches; those that begin with it
 * come first.
 */
export const matchingEntries = (entries: readonly PaletteEntry[], typed: string) => {
  const start = searchFold(typed.trim())
  const found = entries.filter(isFoundBy(searchWords(typed)))
  const groups = [...new Set(found.map(({ group }) => group))]
  const begins = ({ text }: PaletteEntry) => Number(searchFold(text).startsWith(start))
  return groups.flatMap((group) => found.filter((entry) => entry.group === group).sort((a, b) => begins(b) - begins(a)))
}
