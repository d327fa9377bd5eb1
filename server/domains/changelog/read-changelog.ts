import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChangelogEntry } from '#contract/changelog/changelog.ts'

const FILE = join(import.meta.dirname, '../../../CHANGELOG.md')

/** `## [1.4.0] - 2026-11-20`, `## 1.4.0 – 2026-11-20`, `## [Unveröffentlicht]`; „[YANKED]“ after it is left out. */
const ENTRY = /^## \[?(.+?)\]?(?:\s+[-–—]\s+(\d{4}-\d{2}-\d{2}).*)?$/
const KIND = /^### (.+)$/
const ITEM = /^[-*] (.+)$/
/** A further line of the same item. */
const MORE = /^\s+(\S.*)$/

const newEntry = ([, name = '', date]: RegExpExecArray): ChangelogEntry => ({ name, date: date ?? null, changes: [] })

/** New features need no label; all other kinds come first: „Behoben: …“. */
const change = (kind: string, text: string) => (kind === '' || kind === 'Neu' ? text : `${kind}: ${text}`)

/** The entries of a file in the format of Keep a Changelog, newest first as in the file. */
export function parseChangelog(markdown: string): ChangelogEntry[] {
  const entries: ChangelogEntry[] = []
  let kind = ''
  for (const line of markdown.split(/\r?\n/)) {
    const [entry, heading, item, more] = [ENTRY, KIND, ITEM, MORE].map((pattern) => pattern.exec(line.trimEnd()))
    const changes = entries.at(-1)?.changes
    if (entry) {
      entries.push(newEntry(entry))
      kind = ''
    } else if (heading) kind = heading[1] ?? ''
    else if (item) changes?.push(change(kind, item[1] ?? ''))
    else if (more && changes?.length) changes.push(`${changes.pop()} ${more[1]}`)
  }
  return entries.filter(({ changes }) => changes.length > 0)
}

/** The changes of this version and of earlier ones; read once at the start. */
export const readChangelog = () => parseChangelog(readFileSync(FILE, 'utf8'))
