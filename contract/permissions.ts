/** All permissions: the spec's strings (spec §6) and the two that domain §0.14 adds. */
export const PERMISSIONS = [
  'view pupil',
  'view attached pupil',
  'view schoolclasses',
  'view attached schoolclasses',
  'manage pupil application',
  'manage schoolyear',
  'manage schoolgrade',
  'manage schoolclass',
  'manage pupil',
  'manage employee',
  'manage users',
  'manage user',
  'view changelog',
  'change user school',
  'attach user to multiple schools',
  'debug view',
  'view pupil sensitive',
  'export personal data',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Explains a permission to a user who does not have it. */
export const PERMISSION_LABELS: Record<Permission, string> = {
  'view pupil': 'Schülerinnen und Schüler ansehen',
  'view attached pupil': 'Kinder der eigenen Klassen ansehen',
  'view schoolclasses': 'Klassen ansehen',
  'view attached schoolclasses': 'Eigene Klassen ansehen',
  'manage pupil application': 'Bewerbungen bearbeiten',
  'manage schoolyear': 'Schuljahre bearbeiten',
  'manage schoolgrade': 'Klassenstufen bearbeiten',
  'manage schoolclass': 'Klassen bearbeiten',
  'manage pupil': 'Schülerinnen und Schüler bearbeiten',
  'manage employee': 'Mitarbeitende bearbeiten',
  'manage users': 'Benutzer verwalten',
  'manage user': 'Einzelne Benutzer bearbeiten',
  'view changelog': 'Änderungen am Programm ansehen',
  'change user school': 'Aktive Schule wechseln',
  'attach user to multiple schools': 'Zugriff auf mehrere Schulen vergeben',
  'debug view': 'Technische Ansichten und Einrichtung',
  'view pupil sensitive': 'Besonders geschützte Angaben ansehen',
  'export personal data': 'Personenbezogene Daten ausgeben',
}

export const ROLES = ['admin', 'schooladmin', 'teacher_level_1', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Role labels of domain §1.12. */
export const ROLE_LABELS: Record<Role, string> = {
  admin: 'Admin',
  schooladmin: 'Schulleitung',
  teacher_level_1: 'Lehrer Level 1',
  viewer: 'Betrachter',
}

/** Explains each role to the person who assigns it; '' is an account without a role. */
export const ROLE_SENTENCES: Record<Role | '', string> = {
  admin: 'Richtet Schulen und Konten ein. Sieht keine besonders geschützten Angaben.',
  schooladmin: 'Bearbeitet alles an der eigenen Schule. Auch für das Sekretariat.',
  teacher_level_1: 'Sieht die eigenen Klassen und ihre Kinder.',
  viewer: 'Sieht Kinder und Klassen zum Nachschlagen, ohne Kontaktdaten.',
  '': 'Kann sich anmelden, sieht aber keine Daten der Schule.',
}

const WITHHELD_FROM_ADMIN: readonly Permission[] = ['view pupil sensitive']
const WITHHELD_FROM_HEAD: readonly Permission[] = ['attach user to multiple schools', 'debug view']

/** The matrix of domain §4. */
export const ROLE_PERMISSIONS: Record<Role, readonly Permission[]> = {
  admin: PERMISSIONS.filter((permission) => !WITHHELD_FROM_ADMIN.includes(permission)),
  schooladmin: PERMISSIONS.filter((permission) => !WITHHELD_FROM_HEAD.includes(permission)),
  teacher_level_1: ['view attached pupil', 'view attached schoolclasses', 'view changelog', 'change user school'],
  viewer: ['view pupil', 'view schoolclasses', 'change user school'],
}

/** Rights that a head can withhold from a Schulleitung account, as for secretaries (domain §4). */
interface PersonalRights {
  may_view_sensitive: boolean
  may_manage_users: boolean
}

/** The rights of the role minus those withheld from this account; none without a role. */
export const permissionsOf = (role: Role | null, rights: PersonalRights): Permission[] => {
  if (role === null) return []
  if (role !== 'schooladmin') return [...ROLE_PERMISSIONS[role]]
  const withheld = new Set<Permission>()
  if (!rights.may_view_sensitive) withheld.add('view pupil sensitive')
  if (!rights.may_manage_users) withheld.add('manage users').add('manage user')
  return ROLE_PERMISSIONS[role].filter((permission) => !withheld.has(permission))
}
