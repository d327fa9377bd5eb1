import {
  CalendarRange,
  CircleUser,
  ClipboardList,
  DatabaseBackup,
  GraduationCap,
  House,
  IdCard,
  Layers,
  LogOut,
  type LucideIcon,
  Mails,
  School,
  Send,
  ShieldCheck,
  Stethoscope,
  UserCog,
  Users,
} from 'lucide-react'
import type { BaseData } from '#contract/account/account.ts'
import type { Permission } from '#contract/permissions.ts'
import { paths } from '#web/paths.ts'
import { lacksAccess } from './page-route.ts'

/** Entries of the menu that `g` and a letter lead to. */
export const goTargets = (baseData: BaseData, hasPage: (path: string) => boolean) =>
  offeredEntries(baseData, hasPage).daily.filter(
    (entry): entry is DrawerEntry & { goKey: string } => entry.goKey !== undefined,
  )

export interface DrawerEntry {
  text: string
  to: string
  icon: LucideIcon
  /** One of them is enough; without any, all signed-in users see the entry. */
  permissions?: readonly Permission[]
  isOffered?: (baseData: BaseData) => boolean
  /** `g` and this key lead there (ux §2). */
  goKey?: string
}

const PUPILS = 'Schülerinnen und Schüler'

/** Spec §2, side drawer, in its order: above the separator. */
const DAILY: readonly DrawerEntry[] = [
  { text: 'Start', to: paths.home, icon: House },
  {
    text: PUPILS,
    to: paths.pupils,
    icon: GraduationCap,
    permissions: ['view pupil', 'view attached pupil'],
    goKey: 's',
  },
  {
    text: 'Klassen',
    to: paths.schoolclasses,
    icon: Users,
    permissions: ['view schoolclasses', 'view attached schoolclasses'],
    goKey: 'k',
  },
  { text: 'Krankmeldungen', to: paths.sicknotes, icon: Stethoscope, goKey: 'm' },
  {
    text: 'Bewerbungen',
    to: paths.registrations,
    icon: ClipboardList,
    permissions: ['manage pupil application'],
    isOffered: ({ school }) => school?.SCHOOL_REGISTRATION_SETTINGS.isActive === true,
    goKey: 'b',
  },
  { text: 'Profil', to: paths.profile, icon: CircleUser },
]

/** The pages in the group "Verwaltung", each with its own permission (domain §9c). */
const ADMINISTRATION: readonly DrawerEntry[] = [
  { text: 'Schulen', to: paths.schools, icon: School, permissions: ['manage schoolyear'] },
  { text: 'Schuljahre', to: paths.schoolyears, icon: CalendarRange, permissions: ['manage schoolyear'] },
  { text: 'Klassenstufen', to: paths.schoolgrades, icon: Layers, permissions: ['manage schoolgrade'] },
  { text: 'Klassen', to: paths.schoolclasses, icon: Users, permissions: ['manage schoolclass'] },
  { text: PUPILS, to: paths.pupils, icon: GraduationCap, permissions: ['manage pupil'] },
  { text: 'Mitarbeitende', to: paths.employees, icon: IdCard, permissions: ['manage employee'] },
  { text: 'Rundmails', to: paths.circulars, icon: Mails, permissions: ['manage pupil'] },
  { text: 'Postausgang', to: paths.outbox, icon: Send, permissions: ['manage pupil'] },
  { text: 'Systemzustand', to: paths.systemState, icon: DatabaseBackup, permissions: ['debug view'] },
]

/** The pages in the group "Datenschutz": what law gives to the head, and what is written down about it (ADR 0042). */
const PRIVACY: readonly DrawerEntry[] = [
  { text: 'Anfragen', to: paths.privacyRequests, icon: ShieldCheck, permissions: ['view pupil sensitive'] },
  { text: 'Löschvorschau', to: paths.retentionPreview, icon: ShieldCheck, permissions: ['manage pupil application'] },
  { text: 'Einschränkungen', to: paths.restrictions, icon: ShieldCheck, permissions: ['view pupil sensitive'] },
  { text: 'Hinweise', to: paths.privacyNotices, icon: ShieldCheck, permissions: ['export personal data'] },
  { text: 'Verzeichnis', to: paths.processings, icon: ShieldCheck, permissions: ['export personal data'] },
  { text: 'Auftragsverarbeitung', to: paths.processors, icon: ShieldCheck, permissions: ['export personal data'] },
  {
    text: 'Einsichten',
    to: paths.viewLogs,
    icon: ShieldCheck,
    permissions: ['view pupil sensitive'],
    // It shows what colleagues look at, so it also needs the right over their accounts.
    isOffered: ({ permissions }) => permissions.includes('manage users'),
  },
]

/** Below the groups. */
const LAST: readonly DrawerEntry[] = [
  { text: 'Benutzer', to: paths.users, icon: UserCog, permissions: ['manage users'] },
  { text: 'Abmelden', to: paths.logout, icon: LogOut },
]

/** Pages that the school's demand holds back for nobody. */
const ALWAYS_REACHABLE: readonly string[] = [paths.home, paths.profile, paths.logout]

/** The entries of this person's menu; an entry shows once its page is in `routes.tsx`. */
export const offeredEntries = (baseData: BaseData, hasPage: (path: string) => boolean) => {
  const isOffered = ({ to, permissions, isOffered: isWanted }: DrawerEntry) => {
    const isAllowed = !permissions || permissions.some((permission) => baseData.permissions.includes(permission))
    if (lacksAccess(baseData.session) && !ALWAYS_REACHABLE.includes(to)) return false
    return hasPage(to) && isAllowed && (isWanted?.(baseData) ?? true)
  }
  return {
    daily: DAILY.filter(isOffered),
    administration: ADMINISTRATION.filter(isOffered),
    privacy: PRIVACY.filter(isOffered),
    last: LAST.filter(isOffered),
  }
}

/** Pages whose list has another address. */
const LIST_OF: readonly (readonly [start: string, list: string])[] = [
  ['/admin/schueler/', paths.pupils],
  ['/admin/klasse/', paths.schoolclasses],
  [paths.absenceReport, paths.sicknotes],
  [paths.rollover, paths.schoolyears],
  [paths.createUser, paths.users],
  [paths.addSchool, paths.schools],
  [paths.mailWordings, paths.schools],
]

/** Whether the menu marks an entry: for its page and for the pages of its records. */
export const isEntryOf = ({ to }: Pick<DrawerEntry, 'to'>, path: string) => {
  const list = LIST_OF.find(([start]) => path.startsWith(start))?.[1] ?? path
  return list === to || (to !== paths.home && list.startsWith(`${to}/`))
}

/** Pages that the menu hides although the user has the permission, e.g. applications of a school that takes none. */
export const isHeldBack = (path: string, baseData: BaseData) =>
  DAILY.some(({ to, isOffered }) => to === path && isOffered?.(baseData) === false)
