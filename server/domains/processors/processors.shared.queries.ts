import type { ProcessorKind } from '#contract/processors/processor.record.ts'
import type { Processor } from '#contract/processors/processors.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

const COLUMNS = ['id', 'name', 'kind', 'service', 'place', 'contract_on', 'reviewed_on', 'note', 'version'] as const

/** Who works for the bound school, by name. */
export async function listProcessors(tx: SchoolTransaction): Promise<Processor[]> {
  const rows = await tx.selectFrom('processor').select(COLUMNS).orderBy('name').orderBy('id').execute()
  return rows.map((row) => ({ ...row, kind: row.kind as ProcessorKind }))
}
