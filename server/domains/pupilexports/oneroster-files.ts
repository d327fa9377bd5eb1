import type { ExportOptions } from '#contract/pupilexports/pupilexports.ts'
import { inSteps } from '#server/documents/breathe.ts'
import { programRows } from '#server/documents/csv.ts'
import { flat } from './exported-pupil.ts'
import { headingsOf, MANIFEST_FILES, ONEROSTER_HEADINGS, type OneRosterFile } from './oneroster-columns.ts'
import { type Roster, type RosterRow, rosterRows } from './oneroster-rows.ts'

const AT_ONCE = 500

async function* fileOf(headings: readonly string[], rows: readonly RosterRow[]) {
  yield programRows([headings], ',')
  const cells = (row: RosterRow) => headings.map((heading) => flat(row[heading] ?? null))
  yield* inSteps(rows, AT_ONCE, (slice) => programRows(slice.map(cells), ','))
}

interface ManifestInput {
  options: Pick<ExportOptions, 'compat' | 'demographics'>
  /** The installation that wrote the file: the school's short name. */
  systemCode: string
}

const manifest = (present: ReadonlySet<string>, { options, systemCode }: ManifestInput) =>
  programRows(
    [
      ['propertyName', 'value'],
      ['manifest.version', '1.0'],
      ['oneroster.version', options.compat],
      ...MANIFEST_FILES.map((file) => [`file.${file}`, present.has(file) ? 'bulk' : 'absent']),
      ['source.systemName', 'Schulhof'],
      ['source.systemCode', systemCode],
    ],
    ',',
  )

/** The content of the archive, for the log. */
export const rosterContents = ({ demographics }: Pick<ExportOptions, 'demographics'>) =>
  Object.keys(ONEROSTER_HEADINGS).filter((file) => demographics || file !== 'demographics')

/** A complete OneRoster CSV archive (domain §6.7). Files without rows are not allowed, so they are left out. */
export function onerosterFiles(roster: Roster, input: ManifestInput) {
  const rows = rosterRows(roster, input.options)
  const present = (Object.keys(ONEROSTER_HEADINGS) as OneRosterFile[]).filter((file) => rows[file].length > 0)
  return [
    { name: 'manifest.csv', content: [manifest(new Set(present), input)] },
    ...present.map((file) => ({
      name: `${file}.csv`,
      content: fileOf(headingsOf(file, input.options.compat), rows[file]),
    })),
  ]
}
