import { z } from 'zod'
import { Page, Several } from '#contract/formats.ts'
import { RETENTION_LABELS, RETENTION_REASONS } from './retentions.rules.ts'

/** What the preview is about, in the order of its filter; a withdrawn consent stands under the name of its pupil. */
export const PREVIEW_KINDS = ['registration', 'pupil', 'employee', 'consent', 'user', 'request', 'sicknote'] as const
export type PreviewKind = (typeof PREVIEW_KINDS)[number]

/** Sick notes are too many for lines: the preview only counts them by day. */
export const SICKNOTE_RULES = ['sicknote_report', 'sicknote'] as const

export const PREVIEW_RULES = [...RETENTION_REASONS, ...SICKNOTE_RULES] as const
export type PreviewRule = (typeof PREVIEW_RULES)[number]

export const PREVIEW_LABELS: Record<PreviewRule, string> = {
  ...RETENTION_LABELS,
  sicknote_report: 'Krankmeldungen: Bemerkung und wer gemeldet hat',
  sicknote: 'Krankmeldungen: ganzer Eintrag',
}

/** How many lines of each rule come first, and with each „Weitere anzeigen“. */
export const PREVIEW_ROWS = 25

/** Which lines of the preview; its figures always count everything. */
export const PreviewQuery = z.object({
  kind: z.enum(PREVIEW_KINDS).optional(),
  /** Lines of these rules, or those on hold; empty: all. */
  list: Several(z.enum([...RETENTION_REASONS, 'held'])).default([]),
  /** The page of each list. */
  page: Page,
  /** Lines of each list; 0: all, for paper. */
  per_page: z.coerce.number().int().min(0).max(500).default(PREVIEW_ROWS),
})
export type PreviewQuery = z.output<typeof PreviewQuery>

/** How many go by a rule, and the day of the first one. */
const PreviewFigure = z.object({
  kind: z.enum(PREVIEW_KINDS),
  rule: z.enum(PREVIEW_RULES),
  count: z.int(),
  first: z.iso.date(),
})
export type PreviewFigure = z.output<typeof PreviewFigure>

/** What a reply of the preview counts, whatever lines were asked for. */
export const PreviewFigures = z.object({
  /** In the order of the preview. */
  figures: z.array(PreviewFigure),
  held_figures: z.array(z.object({ kind: z.enum(PREVIEW_KINDS), count: z.int() })),
})
export type PreviewFigures = z.output<typeof PreviewFigures>
