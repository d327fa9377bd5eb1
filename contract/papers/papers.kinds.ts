import type { Subject } from '#contract/subjects.ts'

/** The kinds of records that papers are stored with. */
export const PAPER_SUBJECTS = ['pupil', 'registration', 'employee'] as const satisfies readonly Subject[]
export type PaperSubject = (typeof PAPER_SUBJECTS)[number]

/**
 * A closed list: what the law wants only seen (domain §0.5), and whatever is confidential (class D), has no kind here
 * and is not stored (ADR 0069).
 */
export const STORED_PAPER_LABELS = {
  decision: 'Bescheid',
  contract: 'Vertrag',
  application: 'Antrag oder Erklärung',
  authority: 'Vollmacht',
  correspondence: 'Schriftwechsel',
  minutes: 'Gesprächsnotiz',
  other: 'Sonstiges',
} as const
export const STORED_PAPER_KINDS = Object.keys(STORED_PAPER_LABELS) as (keyof typeof STORED_PAPER_LABELS)[]

/** What is only shown to the school, and where it is noted that somebody saw it. */
export const ONLY_SEEN: Record<PaperSubject, { papers: string; noted: string }> = {
  pupil: {
    papers: 'Geburtsurkunde, Ausweis, Masernnachweis, Nachweis über das Sorgerecht und Zeugnisse anderer Schulen',
    noted: 'Den Masernnachweis vermerken Sie unter „Hort & Sonstiges“.',
  },
  registration: {
    papers: 'Geburtsurkunde, Ausweis, Masernnachweis, Nachweis über das Sorgerecht, Zeugnisse und Gutachten',
    noted: 'Was Sie gesehen haben, vermerken Sie auf dieser Seite unter „Unterlagen“.',
  },
  employee: {
    papers: 'Ausweis, Masernnachweis und erweitertes Führungszeugnis',
    noted: 'Was Sie gesehen haben, vermerken Sie mit „Bearbeiten“; es steht unter „Nachweise und Notiz“.',
  },
}

/** What belongs to the confidential entries (class D) or nowhere, never into a file here. */
export const NEVER_STORED: Record<PaperSubject, string> = {
  pupil: 'Auch keine Atteste, Diagnosen und Gutachten zum Förderbedarf: Dafür gibt es „Vertrauliche Angaben“.',
  registration: 'Auch keine Atteste, Diagnosen und Gutachten zum Förderbedarf.',
  employee: 'Auch keine Atteste und Angaben zur Gesundheit.',
}
