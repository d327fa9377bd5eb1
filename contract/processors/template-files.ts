/** Drafts that come with the product, in `docs/vorlagen`; a school completes them. */
export const TEMPLATE_FILES = {
  avv: 'Vertrag über Auftragsverarbeitung (AVV)',
  tom: 'Technische und organisatorische Maßnahmen (TOM)',
  dsfa: 'Datenschutz-Folgenabschätzung (DSFA)',
} as const
export type TemplateFile = keyof typeof TEMPLATE_FILES
