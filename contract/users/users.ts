import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Instant, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { PERMISSIONS, type Permission, ROLES, type Role } from '#contract/permissions.ts'
import { changeOf } from '#contract/record.ts'
import { UnreachableReason } from '#contract/unreachable.ts'
import { LoginWays } from './login-ways.ts'
import { Account } from './user.record.ts'

/** The state of the invitation to set a password; `none`: a password is set. */
export const INVITATION_STATES = ['none', 'queued', 'sent', 'expired', 'failed'] as const

/** The viewer's rights for an account (domain §4): edit it, only remove it from the own schools, or look at it. */
export const USER_REACHES = ['edit', 'detach', 'read'] as const

export const User = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  /** At most one (spec §3: one role is chosen and sent as a list). */
  roles: z.array(z.enum(ROLES)),
  isAdmin: z.boolean(),
  isSchoolAdmin: z.boolean(),
  /** The spec reads both spellings. */
  isSchooladmin: z.boolean(),
  isTeacherLevel1: z.boolean(),
  isViewer: z.boolean(),
  /** Personal rights of a Schulleitung account. */
  may_view_sensitive: z.boolean(),
  may_manage_users: z.boolean(),
  schools: z.array(z.object({ id: Id, short: z.string() })),
  last_login_at: Instant.nullable(),
  /** Codes of an app, or a passkey that is asked for after the password. */
  has_two_factor: z.boolean(),
  has_passkey: z.boolean(),
  /** Services that the account signs in with. `is_own`: its owner made the link, so a reset takes it away. */
  links: z.array(z.object({ name: z.string(), is_own: z.boolean() })),
  /**
   * Ways to sign in beside the password that work now: whether a passkey does, and which services. `emergency`: the account
   * can be the emergency account of the viewer's school.
   */
  usable_ways: z.object({ passkey: z.boolean(), provider_ids: z.array(Id), emergency: z.boolean() }),
  invitation: z.object({ state: z.enum(INVITATION_STATES), expires_at: Instant.nullable() }),
  /** Since when and why mails to the address come back; null: they arrive. */
  unreachable: z.object({ since: Instant, reason: UnreachableReason }).nullable(),
  /** The viewer's own account. */
  is_self: z.boolean(),
  reach: z.enum(USER_REACHES),
  version: Version,
})
export type User = z.output<typeof User>

/** Spec §2: users who are neither admin, school admin nor viewer; teachers stay in the list (domain §4). */
export const isWithoutRole = (user: Pick<User, 'isAdmin' | 'isSchoolAdmin' | 'isViewer'>) =>
  !user.isAdmin && !user.isSchoolAdmin && !user.isViewer

/**
 * `roles` missing or empty: an account without a role. Missing personal rights are off, but on for the first
 * Schulleitung of a school (domain §4).
 */
export const NewUserForm = Account.extend({
  roles: Account.shape.roles.default([]),
  may_view_sensitive: z.boolean().optional(),
  may_manage_users: z.boolean().optional(),
})
export type NewUserForm = z.output<typeof NewUserForm>

/** The changed keys; `version` is the one the page was loaded with, for 409 when one of them has changed since. */
export const UserChange = changeOf(Account).extend({
  /** Needed to change one's own mail address, because that address can reset the password. */
  current_password: z.string().min(1).max(1000).optional(),
})
export type UserChange = z.output<typeof UserChange>

/** Rights that each Schulleitung account gets in addition to its role (domain §4). */
export const PERSONAL_RIGHTS = ['may_view_sensitive', 'may_manage_users'] as const
export type PersonalRight = (typeof PERSONAL_RIGHTS)[number]

const RIGHT_PERMISSIONS = { may_view_sensitive: 'view pupil sensitive', may_manage_users: 'manage users' } as const

interface Giver {
  role: Role | null
  permissions: readonly Permission[]
}

/** A head may give the rights that the head has; an admin may give all of them (domain §4). */
export const mayGiveRight = ({ role, permissions }: Giver, right: PersonalRight) =>
  role === 'admin' || permissions.includes(RIGHT_PERMISSIONS[right])

/** Nobody may give a role above their own; the roles are sorted highest first (domain §4). */
export const mayGiveRole = (own: Role | null, role: Role | null) =>
  role === null || (own !== null && ROLES.indexOf(role) >= ROLES.indexOf(own))

/** Fixed texts of refusals (domain §4, security case 7). */
export const USER_TEXTS = {
  lastAdmin: 'Der letzte Admin kann nicht entfernt werden.',
  ownRole: 'Die eigene Rolle und die eigenen Rechte können Sie nicht ändern.',
  ownAccount: 'Das eigene Konto können Sie nicht löschen.',
  roleTooHigh: 'Diese Rolle dürfen Sie nicht vergeben.',
  rightTooHigh: 'Dieses Recht dürfen Sie nicht vergeben, weil Sie es selbst nicht haben.',
  headsOnly: 'Dieses Recht gibt es nur für die Rolle Schulleitung.',
  accountTooHigh: 'Dieses Konto hat Rechte, die Sie nicht haben. Bitte wenden Sie sich an eine Leitung, die sie hat.',
  otherSchools: 'Dieses Konto gehört auch zu Schulen, die nicht Ihre sind. Sie können es nur von Ihrer Schule lösen.',
  emailTaken: 'Diese E-Mail-Adresse kann nicht verwendet werden.',
  atLeastTwoSchools: 'Mindestens zwei Schulen müssen ausgewählt werden.',
  schoolNotHeld: 'Diese Schule dürfen Sie nicht vergeben.',
  notHere: 'Dieses Konto gehört nicht zur aktiven Schule.',
  ownSchool: 'Sich selbst können Sie nicht von der Schule lösen.',
  ownTwoFactor: 'Ihre eigene Zwei-Faktor-Anmeldung ändern Sie in Ihrem Profil.',
  hasPassword:
    'Für dieses Konto ist schon ein Passwort gesetzt. Wer es vergessen hat, bekommt auf der Anmeldeseite über „Passwort vergessen?“ einen neuen Link.',
  madeByRule:
    'Dieses Konto ist über eine Gruppe beim Anmeldedienst entstanden. Es hat kein Passwort und meldet sich dort an.',
  invitedJustNow: 'Für dieses Konto wurde gerade erst eine Einladung angefordert. Bitte warten Sie etwas.',
  ownPassword: 'Bitte bestätigen Sie die neue Adresse mit Ihrem Passwort.',
  mailedOften:
    'An diese Adresse gingen in der letzten Stunde schon mehrere E-Mails. Bitte versuchen Sie es später noch einmal.',
  changedOften: 'Das waren sehr viele Änderungen in kurzer Zeit. Bitte warten Sie etwas.',
  twoFactorFirst: 'Bitte richten Sie zuerst die Zwei-Faktor-Anmeldung für Ihr eigenes Konto ein.',
} as const

/** The only user setting (spec §3). */
export const MULTI_SCHOOL_KEY = 'ATTACH_USER_TO_MULTIPLE_SCHOOLS'

const UserSetting = z.object({
  key: z.literal(MULTI_SCHOOL_KEY),
  user_id: Id,
  /** Ids of the schools; empty: the user has one school. */
  setting_value: z.array(Id),
  /** Schools to choose from: those of the viewer. */
  schools: z.array(z.object({ id: Id, short: z.string(), name: z.string() })),
})

export const UserSettingForm = z.object({
  key: z.literal(MULTI_SCHOOL_KEY),
  user_id: Id,
  value: z.array(Id).min(2, USER_TEXTS.atLeastTwoSchools).max(200),
})

export type UserSettingForm = z.output<typeof UserSettingForm>

const UserIdParam = z.object({ userId: IdParam.shape.id })

export const userEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/user',
    access: 'manage users',
    response: z.object({
      users: z.array(User),
      /** Name of each role by its key (spec §3). */
      roles: z.record(z.enum(ROLES), z.string()),
      permissions: z.array(z.object({ id: Id, name: z.enum(PERMISSIONS), roles: z.array(z.enum(ROLES)) })),
      /** The active school's rules for signing in. */
      login_rules: LoginWays.extend({
        two_factor_for_heads: z.boolean(),
        /** Services of this school that are switched on. */
        providers: z.array(z.object({ id: Id, name: z.string() })),
      }),
    }),
    summary: 'Benutzer, Rollen und Rechte',
  }),
  tasks: endpoint({
    method: 'GET',
    path: '/api/admin/user/tasks',
    access: 'manage users',
    response: z.object({
      /** How many users cannot be reached by mail. */
      unreachable: z.int(),
      /** The active school demands a service, and nobody could come in when it is gone. */
      lacks_emergency: z.boolean(),
    }),
    summary: 'Was bei den Benutzern zu tun ist',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/user',
    access: ['manage users', 'manage user'],
    body: NewUserForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Benutzer anlegen; eine Einladung geht an die Adresse',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/user/:id',
    access: 'manage users',
    params: IdParam,
    body: UserChange,
    response: MessageReply,
    summary: 'Benutzer ändern; sendet nur die geänderten Angaben',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/user/:id',
    access: 'manage users',
    params: IdParam,
    response: MessageReply,
    summary: 'Benutzer löschen: das Konto wird gesperrt und seine Sitzungen enden',
  }),
  restore: endpoint({
    method: 'PUT',
    path: '/api/admin/user/:id/restore',
    access: 'manage users',
    params: IdParam,
    response: MessageReply,
    summary: 'Ein gelöschtes Konto zurückholen',
  }),
  detach: endpoint({
    method: 'POST',
    path: '/api/admin/user/:id/detach',
    access: 'manage users',
    params: IdParam,
    response: MessageReply,
    summary: 'Benutzer von der aktiven Schule lösen; das Konto bleibt',
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/admin/user/:id/invite',
    access: 'manage users',
    params: IdParam,
    response: MessageReply,
    summary: 'Einladung erneut senden',
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/api/admin/user/:id/sessions',
    access: 'manage users',
    params: IdParam,
    response: MessageReply,
    summary: 'Alle Sitzungen eines Benutzers beenden',
  }),
  resetTwoFactor: endpoint({
    method: 'DELETE',
    path: '/api/admin/user/:id/two-factor',
    access: 'manage users',
    params: IdParam,
    response: MessageReply,
    summary: 'Zwei-Faktor-Anmeldung eines Benutzers zurücksetzen, wenn das Gerät verloren ist',
  }),
  setLoginRules: endpoint({
    method: 'PUT',
    path: '/api/admin/userLoginRules',
    access: 'manage users',
    body: z.object({ two_factor_for_heads: z.boolean() }),
    response: MessageReply,
    summary: 'Zwei-Faktor-Anmeldung für Schulleitungen der aktiven Schule verlangen',
  }),
  setLoginWays: endpoint({
    method: 'PUT',
    path: '/api/admin/userLoginWays',
    access: 'manage users',
    body: LoginWays,
    response: MessageReply,
    summary: 'Festlegen, wie man sich an der aktiven Schule anmelden darf',
  }),
}

export const userSettingEndpoints = {
  find: endpoint({
    method: 'GET',
    path: `/api/admin/user_settings/${MULTI_SCHOOL_KEY}/:userId`,
    access: 'attach user to multiple schools',
    scope: 'installation',
    params: UserIdParam,
    response: UserSetting,
    summary: 'Schulen eines Benutzers',
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/admin/user_settings',
    access: 'attach user to multiple schools',
    scope: 'installation',
    body: UserSettingForm,
    response: MessageReply,
    summary: 'Zugriff auf mehrere Schulen setzen',
  }),
  reset: endpoint({
    method: 'DELETE',
    path: `/api/admin/user_settings/${MULTI_SCHOOL_KEY}/:userId`,
    access: 'attach user to multiple schools',
    scope: 'installation',
    params: UserIdParam,
    response: MessageReply,
    summary: 'Zurück zur Heimatschule',
  }),
}

/** All endpoints of accounts. */
export const userApi = { users: userEndpoints, userSettings: userSettingEndpoints }
