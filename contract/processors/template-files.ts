/** Drafts that come with the product, in `docs/vorlagen`; a school completes them. */
export const TEMPLATE_FILES = {
  avv: 'Auftragsverarbeitung (AVV)',
  tom: 'Maßnahmen zum Schutz (TOM)',
  dsfa: 'Folgenabschätzung (DSFA)',
} as const
export type TemplateFile = keyof typeof TEMPLATE_FILES
