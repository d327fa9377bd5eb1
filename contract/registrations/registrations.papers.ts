import { z } from 'zod'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import type { RegistrationAnswers } from './registrations.form.ts'

/** Papers that a family shows; the school notes that it saw them and stores no copy (domain §0.5). */
export const PAPER_LABELS = {
  birth_certificate: 'Geburtsurkunde (zur Einsicht)',
  custody_proof: 'Nachweis über das Sorgerecht',
  measles_proof: 'Nachweis über den Masernschutz',
  last_report: 'letztes Zeugnis',
  half_year_report: 'Halbjahreszeugnis der Klasse 6',
  recommendation: 'Grundschulgutachten mit Bildungsgangempfehlung',
} as const
export const PAPER_KINDS = Object.keys(PAPER_LABELS) as (keyof typeof PAPER_LABELS)[]
export const PaperKind = z.enum(PAPER_KINDS)
export type PaperKind = z.output<typeof PaperKind>

/** A paper that was shown: when and to whom. */
export const SeenPaper = z.object({ kind: PaperKind, seen_on: z.iso.date(), seen_by: z.string().nullable() })
export type SeenPaper = z.output<typeof SeenPaper>

interface Applying {
  variant: SchoolType
  meta: Pick<RegistrationAnswers['meta'], 'custody' | 'entry_type'>
}

/** The papers this family has to bring, in the order of the checklist (domain §2.2, §2.4). */
export const papersNeeded = ({ variant, meta }: Applying): PaperKind[] => {
  const isLateral = meta.entry_type === 'lateral'
  const isSecondaryEntry = variant === 'secondary_1' && !isLateral
  return PAPER_KINDS.filter((kind) => {
    if (kind === 'custody_proof') return meta.custody !== 'joint'
    if (kind === 'last_report') return isLateral
    if (kind === 'half_year_report' || kind === 'recommendation') return isSecondaryEntry
    return true
  })
}

/** Papers that still have to be shown. */
export const papersMissing = (applying: Applying, seen: readonly Pick<SeenPaper, 'kind'>[]) =>
  papersNeeded(applying).filter((kind) => !seen.some((one) => one.kind === kind))
