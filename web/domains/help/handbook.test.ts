import { expect, test } from 'vitest'
import { paths } from '#web/paths.ts'
import { routes } from '#web/routes.tsx'
import { HELP_CHAPTERS, helpFor } from '#web/shell/help-chapters.ts'
import { chapterAt, handbook, helpTarget, pictureOf } from './handbook.ts'
import type { HelpBlock, HelpInline } from './parse-handbook.ts'
import { searchHandbook } from './search-handbook.ts'

const anchorsOf = (blocks: readonly HelpBlock[]) =>
  blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.map(({ anchor }) => anchor)
    if (block.kind === 'table') return block.rows.map(({ anchor }) => anchor)
    return 'anchor' in block ? [block.anchor] : []
  })

test('the list of chapters names those of the handbook, in its order', () => {
  expect(HELP_CHAPTERS.map(({ title }) => title)).toEqual(handbook.map(({ title }) => title))
  expect(new Set(HELP_CHAPTERS.map(({ slug }) => slug)).size).toBe(HELP_CHAPTERS.length)
})

test('every page of the program has a chapter, and only pages do', () => {
  const own: string[] = [paths.help, paths.handbook, paths.helpChapter('$kapitel')]
  const pages = routes.map(({ path }) => path).filter((path) => !own.includes(path))
  expect(HELP_CHAPTERS.flatMap((chapter) => Object.keys(chapter.pages)).sort()).toEqual(pages.sort())
})

test('the place that explains a page is in its chapter', () => {
  const missing = HELP_CHAPTERS.flatMap(({ slug, pages }) => {
    const anchors = anchorsOf(chapterAt(slug)?.blocks ?? [])
    return Object.values(pages).filter((anchor) => anchor !== '' && !anchors.includes(anchor))
  })
  expect(missing).toEqual([])
  expect(helpFor(paths.waitlist)).toEqual({ path: '/hilfe/bewerbungen', hash: 'die-warteliste-ordnen' })
  expect([helpFor(null), helpFor('/nirgends'), helpFor('constructor')]).toEqual([undefined, undefined, undefined])
})

const inlinesOf = (block: HelpBlock): HelpInline[] => {
  if (block.kind === 'list') return block.items.flatMap(({ children }) => children)
  if (block.kind === 'table') return block.rows.flatMap(({ children }) => children)
  return 'children' in block ? block.children : []
}

const linksOf = (parts: readonly HelpInline[]): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'link') return [part.href]
    return 'children' in part ? linksOf(part.children) : []
  })

test('every link of the handbook leads somewhere, and every picture is there', () => {
  const blocks = handbook.flatMap((chapter) => chapter.blocks)
  const links = blocks.flatMap((block) => linksOf(inlinesOf(block)))
  expect(links.length).toBeGreaterThan(3)
  expect(links.filter((href) => helpTarget(href) === undefined)).toEqual([])
  const pictures = blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []))
  expect(pictures.filter((file) => pictureOf(file)?.width === undefined)).toEqual([])
})

const firstHit = (typed: string) => {
  const [hit] = searchHandbook(handbook, typed)
  return hit && [hit.chapter, hit.section].filter(Boolean).join(' › ')
}

test.each([
  ['krank', 'Krankmeldungen'],
  ['krank melden', 'Krankmeldungen › Ein Kind krankmelden'],
  ['krankmeldung zurücknehmen', 'Krankmeldungen › Eine Krankmeldung zurücknehmen'],
  ['zurücknehmen', 'Überblick › Ändern und zurücknehmen'],
  ['Passwort vergessen', 'Anmelden und das eigene Konto'],
  ['drucken', 'Überblick › Drucken'],
  ['Excel', 'Schülerinnen und Schüler › Eine Liste drucken oder als Excel-Datei speichern'],
  ['Brief', 'Schülerinnen und Schüler › Briefe und Etiketten drucken'],
  ['Rundmail', 'Schülerinnen und Schüler › Rundmails'],
  ['Abgang', 'Schülerinnen und Schüler › Einen Abgang eintragen'],
  ['Zeugnisse', 'Krankmeldungen › Fehlzeiten für das Zeugnis'],
  ['Stundenplan', undefined],
])('the help finds „%s“ where a secretary looks for it', (typed, place) => {
  expect(firstHit(typed)).toBe(place)
})

test('steps are at most five, and the chapters used each day begin with one', () => {
  const lists = handbook.flatMap(({ title, blocks }) =>
    blocks.flatMap((block) => (block.kind === 'list' && block.isOrdered ? [{ title, count: block.items.length }] : [])),
  )
  expect(lists.filter(({ count }) => count > 5)).toEqual([])
  for (const slug of ['krankmeldungen', 'klassen', 'bewerbungen', 'uebernahme', 'schuelerinnen-und-schueler'])
    expect(chapterAt(slug)?.blocks.slice(0, 2)).toMatchObject([{ kind: 'heading' }, { kind: 'list', isOrdered: true }])
})
