import type { LegalKey } from '#contract/legal/legal.ts'
import { LEGAL_TEMPLATES } from '#contract/legal/legal-templates.ts'
import { publishedText } from '#contract/privacynotices/notice-texts.ts'
import type { Queries } from '#server/db/database.ts'
import { readLegalFacts } from '#server/domains/legal/read-legal-facts.ts'
import { insertRows } from './demo-rows.queries.ts'

const GAP = '*noch nicht eingetragen*'

/** What only the operator knows, in the order of the gaps; all of it is invented. */
const ANSWERS: Partial<Record<LegalKey, readonly string[]>> = {
  impressum: [
    'den Vorstand, Miriam Doppel (Vorsitz) und Bernd Eichhorn',
    'Vereinsregister beim Amtsgericht Wacholderhain, VR 0000',
  ],
  barrierefreiheit: ['Durchsetzungsstelle für digitale Barrierefreiheit des Landes Brandenburg'],
}

/** The legal pages as an operator has completed them. */
export async function fillLegalTexts(tx: Queries, { createdBy, at }: { createdBy: number; at: string }) {
  for (const [key, answers] of Object.entries(ANSWERS) as [LegalKey, readonly string[]][]) {
    const template = answers.reduce((text, answer) => text.replace(GAP, answer), LEGAL_TEMPLATES[key])
    const { facts, ...text } = publishedText(template, await readLegalFacts(tx, key, null))
    const row = { key, version_number: 1, ...text, facts: JSON.stringify(facts), created_by: createdBy, created_at: at }
    await insertRows(tx, 'legal_text', [row])
  }
}
