/** Domain §1.11: the reason of an absence, deliberately coarse; never a diagnosis (domain §0.9). */
export const SICKNOTE_REASONS = ['sick', 'doctor', 'other', 'leave', 'school_event', 'unexplained', 'exempt'] as const
export type SicknoteReason = (typeof SICKNOTE_REASONS)[number]
export const SICKNOTE_REASON_LABELS: Record<SicknoteReason, string> = {
  sick: 'krank',
  doctor: 'Arzttermin',
  other: 'anderer Grund',
  leave: 'beurlaubt',
  school_event: 'schulische Veranstaltung',
  unexplained: 'ungeklärt',
  exempt: 'befreit',
}

/** The reasons on the parents' page; the first is preselected. */
export const PUBLIC_REASONS = ['sick', 'doctor', 'other'] as const
export type PublicReason = (typeof PUBLIC_REASONS)[number]

/** Reasons that a teacher may enter; the others are for the office (domain §4). */
export const TEACHERS_REASONS: readonly SicknoteReason[] = ['sick', 'doctor', 'other', 'leave', 'unexplained']

/** The person who reports (domain §1.11); this is optional. Staff can choose any. */
export const REPORTER_RELATIONS = ['mother', 'father', 'other', 'self'] as const
export type ReporterRelation = (typeof REPORTER_RELATIONS)[number]
export const REPORTER_RELATION_LABELS: Record<ReporterRelation, string> = {
  mother: 'Mutter',
  father: 'Vater',
  other: 'andere Person',
  self: 'Kind selbst (ab 18)',
}
/** The chips on the parents' page; a pupil of age who uses the same link need not choose. */
export const REPORTER_CHIPS = ['mother', 'father', 'other'] as const

export const SICKNOTE_COMMENT_MAX = 300
export const REPORTER_NAME_MAX = 80

/** Lessons of a day that can be missed. */
export const LESSONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
