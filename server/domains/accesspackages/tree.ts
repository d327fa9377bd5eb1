import type { PackageEntry, PackageFact, PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import { factsOf, type Names, type Row, type ShownTable } from './shown-facts.ts'

type Parts = Partial<Pick<PackageSection, 'paragraphs' | 'entries' | 'sections'>>

export const section = (key: string, title: string, parts: Parts = {}): PackageSection => ({
  key,
  title,
  paragraphs: parts.paragraphs ?? [],
  entries: parts.entries ?? [],
  sections: parts.sections ?? [],
})

export const entry = (facts: PackageFact[], title: string | null = null): PackageEntry => ({ title, facts })

const NOTHING = 'Dazu ist nichts gespeichert.'

/** The rows of a table as one section; it says so when there are none. */
export const tableSection = (
  [key, title]: readonly [string, string],
  { table, rows, names, omit }: { table: ShownTable; rows: readonly Row[]; names: Names; omit?: readonly string[] },
) =>
  section(key, title, {
    paragraphs: rows.length === 0 ? [NOTHING] : [],
    entries: rows.map((row) => entry(factsOf(table, row, omit ? { names, omit } : { names }))),
  })

/** Sections with something in them. */
export const filled = (sections: readonly PackageSection[]) =>
  sections.filter(({ entries, sections: inner, paragraphs }) => entries.length + inner.length + paragraphs.length > 0)
