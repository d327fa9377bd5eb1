import { z } from 'zod'
import { Lines } from '#contract/formats.ts'

// What the editor sends; the public pages load `legal.ts` and no schema (ADR 0041).

/** Letters of a text, its Markdown counted. */
export const LEGAL_TEXT_MAX = 60_000

export const LegalForm = z.object({
  body_markdown: Lines(LEGAL_TEXT_MAX),
  /** The version that was read before writing; 409 when there is a newer one. */
  version_number: z.int().min(0),
})
export type LegalForm = z.output<typeof LegalForm>
