import { LEGAL_TEMPLATES } from '#contract/legal/legal-templates.ts'
import { publishedText } from '#contract/privacynotices/notice-texts.ts'
import type { Queries } from '#server/db/database.ts'
import { readLegalFacts } from '#server/domains/legal/read-legal-facts.ts'
import { insertRows } from './demo-rows.queries.ts'

/** What the product's text leaves to whoever runs the installation. */
const FILLED = {
  'Vertreten durch': 'Katharina Vogt, Vorsitzende des Vorstands',
  'Register und Nummer': 'Vereinsregister des Amtsgerichts Wacholderhain, VR 1234',
}

const template = Object.entries(FILLED).reduce(
  (text, [line, value]) => text.replace(`${line}: *noch nicht eingetragen*`, `${line}: ${value}`),
  LEGAL_TEMPLATES.impressum,
)

/** The admin has published a complete one, as the law asks for it. */
export async function fillImpressum(tx: Queries, { adminId, at }: { adminId: number; at: string }) {
  const { facts, ...text } = publishedText(template, await readLegalFacts(tx, 'impressum', null))
  await insertRows(tx, 'legal_text', [
    { key: 'impressum', version_number: 1, ...text, facts: facts as never, created_by: adminId, created_at: at },
  ])
}
