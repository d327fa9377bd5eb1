import type { PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import { changedLabel } from '#contract/datachecks/datachecks.decide.ts'
import type { PackageContext } from './package-context.ts'
import { listRows, type StoredRow } from './package-rows.queries.ts'
import { factsOf } from './shown-facts.ts'
import { PUPIL_TABLES } from './shown-pupil.ts'
import { entry, section } from './tree.ts'

const wordOf = (value: unknown) => {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  return String(value ?? '–')
}

/** A remark is its own text; everything else stands under the label of its field. */
const wordsOf = (values: unknown) =>
  Object.entries((values ?? {}) as Record<string, unknown>)
    // A position in the order of the calls says nothing without the others.
    .filter(([key]) => key !== 'priority')
    .map(([key, value]) => (key === 'text' ? wordOf(value) : `${changedLabel(key)}: ${wordOf(value)}`))
    .join(', ') || null

const inWords = (row: StoredRow): StoredRow => ({
  ...row,
  ...{ before: wordsOf(row.before), after: wordsOf(row.after), replaced: wordsOf(row.replaced) },
})

/** When these guardians were asked to look through their data, and what they have sent (ADR 0070). */
export async function checkSection(
  { tx, names }: PackageContext,
  guardianIds: readonly number[],
): Promise<PackageSection> {
  const readers = await listRows(tx, 'data_check_reader', { column: 'guardian_id', ids: guardianIds })
  const changes = await listRows(tx, 'data_check_change', { column: 'reader_id', ids: readers.map(({ id }) => id) })
  return section('data_checks', 'Datenabgleich', {
    entries: [
      ...readers.map((row) => entry(factsOf(PUPIL_TABLES.data_check_reader, row, { names }))),
      ...changes.map((row) => entry(factsOf(PUPIL_TABLES.data_check_change, inWords(row), { names }))),
    ],
  })
}
