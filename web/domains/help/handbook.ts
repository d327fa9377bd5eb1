import sizes from '#docs/bilder/sizes.json'
import text from '#docs/handbuch.md?raw'
import { paths } from '#web/paths.ts'
import { HELP_CHAPTERS, type HelpEntry } from '#web/shell/help-chapters.ts'
import { anchorOf, type HelpChapter, parseHandbook } from './parse-handbook.ts'

const PICTURES = import.meta.glob<string>('#docs/bilder/*.webp', { query: '?url', import: 'default', eager: true })
const FILES = import.meta.glob<string>(['#docs/auskunft-daten.md', '#docs/vorlagen/*.md'], {
  query: '?url',
  import: 'default',
  eager: true,
})

const byName = (addresses: Record<string, string>) =>
  new Map(Object.entries(addresses).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]))

const pictures = byName(PICTURES)
const files = byName(FILES)

/** The address of a picture and its size, so that the text below it does not move when it arrives. */
export const pictureOf = (file: string) => {
  const address = pictures.get(file)
  const [width, height] = (sizes as Record<string, number[]>)[file] ?? []
  return address === undefined ? undefined : { src: address, width, height }
}

export const handbook = parseHandbook(text)

/** A chapter with its place in the list of chapters; undefined for a name that none has. */
export const chapterAt = (slug: string | undefined): (HelpChapter & HelpEntry) | undefined => {
  const entry = HELP_CHAPTERS.find((one) => one.slug === slug)
  const chapter = handbook.find(({ title }) => title === entry?.title)
  return entry && chapter && { ...entry, ...chapter }
}

const slugOf = (title: string) => HELP_CHAPTERS.find((entry) => entry.title === title)?.slug ?? ''

export const placePath = (title: string) => paths.helpChapter(slugOf(title))

const anchorsOf = ({ blocks }: HelpChapter) =>
  blocks.flatMap((block) => {
    if (block.kind === 'list') return block.items.map(({ anchor }) => anchor)
    return 'anchor' in block ? [block.anchor] : []
  })

/**
 * Where a link of the handbook leads: `#warteliste` is a chapter or a place in one, as on the pages that show the file;
 * other files are for saving.
 */
export const helpTarget = (href: string) => {
  const address = files.get(href.slice(href.lastIndexOf('/') + 1))
  if (address) return { address }
  const anchor = anchorOf(href)
  const chapter = handbook.find((one) => one.anchor === anchor)
  if (chapter) return { path: placePath(chapter.title), hash: '' }
  const around = handbook.find((one) => anchorsOf(one).includes(anchor))
  return around && { path: placePath(around.title), hash: anchor }
}
