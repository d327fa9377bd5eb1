import type { PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import type { PackageContext } from './package-context.ts'
import { listRows } from './package-rows.queries.ts'
import { factsOf, omittedTexts } from './shown-facts.ts'
import { REGISTRATION_TABLES } from './shown-registration.ts'
import { entry, section } from './tree.ts'

/** What changes a period: a hold, and a deletion that was announced. */
export async function retentionSection(
  { tx, names, seesTexts }: PackageContext,
  column: 'pupil_id' | 'employee_id' | 'registration_id',
  id: number,
): Promise<PackageSection[]> {
  const holds = await listRows(tx, 'retention_hold', { column, ids: [id] })
  const notices = await listRows(tx, 'retention_notice', { column, ids: [id] })
  const { retention_hold, retention_notice } = REGISTRATION_TABLES
  return [
    section('retention', 'Ausgesetzte und angekündigte Löschung', {
      entries: [
        ...holds.map((row) =>
          entry(
            factsOf(retention_hold, row, { names, omit: omittedTexts(retention_hold, { seesTexts }) }),
            'Löschung ausgesetzt',
          ),
        ),
        ...notices.map((row) => entry(factsOf(retention_notice, row, { names }), 'Löschung angekündigt')),
      ],
    }),
  ]
}
