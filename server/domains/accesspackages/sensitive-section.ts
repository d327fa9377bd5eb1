import type { PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import { fieldsOf } from '#contract/record.ts'
import { SENSITIVE_LABELS, type SensitiveKind } from '#contract/sensitive/sensitive.kinds.ts'
import { SENSITIVE_CONTENT, Sensitive } from '#contract/sensitive/sensitive.record.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import { openContent } from '#server/domains/sensitive/seal-entry.shared.ts'
import type { PackageContext } from './package-context.ts'
import type { StoredRow } from './package-rows.queries.ts'
import { fact, factsOf, shownRecord } from './shown-facts.ts'
import { PUPIL_TABLES } from './shown-pupil.ts'
import { entry, section } from './tree.ts'

const CONTENT_FIELDS = shownRecord(fieldsOf(Sensitive))

const contentFacts = ({ keys, names, schoolId }: PackageContext, row: StoredRow) => {
  // A locked entry is not even decrypted: its consent was withdrawn.
  if (row.locked_at !== null) return []
  const place = { school_id: schoolId, pupil_id: Number(row.pupil_id), id: row.id }
  const content = openContent(keys, place, row.value_encrypted as Buffer)
  if (content === undefined) return [fact('unreadable', 'Inhalt', 'kann nicht mehr entschlüsselt werden')]
  const shown = Object.fromEntries(
    Object.keys(SENSITIVE_CONTENT[row.kind as SensitiveKind]).flatMap((key) => {
      const field = CONTENT_FIELDS[key]
      return field ? [[key, field]] : []
    }),
  )
  return factsOf({ shown, leftOut: {} }, content, { names })
}

const NOT_INCLUDED =
  'Besonders geschützte Angaben, etwa zu Gesundheit oder Förderbedarf, sind nicht enthalten. Ob es welche gibt, sagt die Schulleitung gesondert.'

/** The confidential entries under a heading of their own; each reading is logged. */
export async function sensitiveSection(
  context: PackageContext,
  pupilId: number,
  rows: readonly StoredRow[],
): Promise<PackageSection[]> {
  const { audience, tx, names } = context
  const heading = ['pupil_sensitive', 'Besonders geschützte Angaben'] as const
  if (!audience.hasSensitive) return [section(...heading, { paragraphs: [NOT_INCLUDED] })]
  await logEvent(tx, { action: 'sensitive_viewed', entityType: 'pupil', entityId: pupilId })
  await logView(tx, { kind: 'sensitive', subject: 'pupil', ids: [pupilId] })
  const included = rows.filter(({ kind }) => kind !== 'blocking_note' || audience.hasBlockingNotes)
  return [
    section(...heading, {
      paragraphs: included.length === 0 ? ['Dazu ist nichts enthalten.'] : [],
      entries: included.map((row) =>
        entry(
          [...contentFacts(context, row), ...factsOf(PUPIL_TABLES.pupil_sensitive, row, { names, omit: ['kind'] })],
          SENSITIVE_LABELS[row.kind as SensitiveKind],
        ),
      ),
    }),
  ]
}
