/** How a guardian is related to a child (domain §1.7). */
export const RELATIONSHIPS = [
  'mother',
  'father',
  'grandparent',
  'foster_parent',
  'legal_guardian',
  'youth_welfare_office',
  'other',
] as const

export const RELATIONSHIP_LABELS: Record<(typeof RELATIONSHIPS)[number], string> = {
  mother: 'Mutter',
  father: 'Vater',
  grandparent: 'Großmutter oder Großvater',
  foster_parent: 'Pflegemutter oder Pflegevater',
  legal_guardian: 'Vormund',
  youth_welfare_office: 'Jugendamt',
  other: 'sonstige',
}

/** The German word for a relationship; a text that is no key stays as it is. */
export const relationshipText = (relationship: string) =>
  (RELATIONSHIP_LABELS as Record<string, string>)[relationship] ?? relationship
