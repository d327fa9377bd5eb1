import { PROCESSOR_KINDS } from '#contract/processors/processor.record.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listProcessors } from '#server/domains/processors/processors.shared.queries.ts'

/** The processors in the register of the school; each of them may get any data (Art. 15 (1) c). */
export async function processorLines(tx: SchoolTransaction) {
  const processors = await listProcessors(tx)
  const named = processors.map(({ name, kind }) => `${name} (${PROCESSOR_KINDS[kind]})`)
  return [
    'E-Mails versendet der Mailserver der Schule. Sicherungen der Datenbank sind verschlüsselt.',
    named.length === 0
      ? 'Firmen, die im Auftrag der Schule Daten verarbeiten, sind nicht eingetragen.'
      : `Im Auftrag der Schule verarbeiten Daten: ${named.join(', ')}.`,
  ]
}
