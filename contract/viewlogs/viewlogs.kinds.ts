import type { Subject } from '#contract/subjects.ts'

/**
 * How data were seen: a page, confidential entries, the parents' link, contacts of a class, a file, paper or a package.
 */
export const VIEW_KINDS = ['page', 'sensitive', 'link', 'contacts', 'export', 'print', 'package'] as const
export type ViewKind = (typeof VIEW_KINDS)[number]

export const VIEW_KIND_LABELS: Record<ViewKind, string> = {
  page: 'Seite aufgerufen',
  sensitive: 'Vertrauliche Angaben gelesen',
  link: 'Elternlink angesehen',
  contacts: 'Kontakte einer Klasse gelesen',
  export: 'Als Datei ausgegeben',
  print: 'Als Papier ausgegeben',
  package: 'Auskunftspaket erstellt',
}

/** The kinds of records whose data were seen; contact persons are part of a pupil's page. */
export const VIEWED_SUBJECTS = [
  'pupil',
  'registration',
  'guardian',
  'employee',
  'user',
] as const satisfies readonly Subject[]
export type ViewedSubject = (typeof VIEWED_SUBJECTS)[number]

/**
 * Reads of the same page by the same person within these minutes are one opening: a page asks again after each change
 * and each time it comes back to the front.
 */
export const OPENING_MINUTES = 5
