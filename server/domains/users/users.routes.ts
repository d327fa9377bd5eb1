import { PERMISSIONS, ROLE_LABELS, ROLE_PERMISSIONS, ROLES } from '#contract/permissions.ts'
import { userEndpoints, userSettingEndpoints } from '#contract/users.ts'
import { getSetting } from '#server/domains/schools/schools.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { findActor } from './account-reach.ts'
import { findSchoolsOfUser, resetUserSchools, saveUserSchools } from './attach-schools.ts'
import { changeUser } from './change-user.ts'
import { createUser } from './create-user.ts'
import { detachUser } from './detach-user.ts'
import { inviteUser } from './invite-user.ts'
import { listVisibleUsers } from './list-visible-users.ts'
import { removeUser, restoreUser } from './remove-user.ts'
import { endSessionsOfUser, resetTwoFactor } from './reset-access.ts'
import { setLoginRules } from './set-login-rules.ts'

/** The matrix of spec §2 'Übersicht: Rechte - Rollen'. */
const PERMISSION_LIST = PERMISSIONS.map((name, index) => ({
  id: index + 1,
  name,
  roles: ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(name)),
}))

/** Accounts, their roles and schools. */
export function userRoutes({ route }: Routes, platform: Platform) {
  route(userEndpoints.list, async ({ tx, viewer }) => ({
    users: await listVisibleUsers(tx, await findActor(tx, viewer)),
    roles: ROLE_LABELS,
    permissions: PERMISSION_LIST,
    login_rules: await getSetting(tx, 'LOGIN_RULES'),
  }))

  route(userEndpoints.add, ({ tx, viewer, body }) => createUser(tx, { viewer, form: body }, platform))

  route(userEndpoints.change, ({ tx, viewer, params, body }) =>
    changeUser(tx, { viewer, id: params.id, form: body }, platform),
  )

  route(userEndpoints.remove, ({ tx, viewer, params }) => removeUser(tx, { viewer, id: params.id }))

  route(userEndpoints.restore, ({ tx, viewer, params }) => restoreUser(tx, { viewer, id: params.id }))

  route(userEndpoints.detach, ({ tx, viewer, params }) => detachUser(tx, { viewer, id: params.id }))

  route(userEndpoints.invite, ({ tx, viewer, params }) => inviteUser(tx, { viewer, id: params.id }, platform))

  route(userEndpoints.endSessions, ({ tx, viewer, params }) => endSessionsOfUser(tx, { viewer, id: params.id }))

  route(userEndpoints.resetTwoFactor, ({ tx, viewer, params }) => resetTwoFactor(tx, { viewer, id: params.id }))

  route(userEndpoints.setLoginRules, ({ tx, viewer, body }) => setLoginRules(tx, { viewer, rules: body }))

  route(userSettingEndpoints.find, ({ tx, viewer, params }) => findSchoolsOfUser(tx, { viewer, id: params.userId }))

  route(userSettingEndpoints.save, ({ tx, viewer, body }) => saveUserSchools(tx, { viewer, form: body }))

  route(userSettingEndpoints.reset, ({ tx, viewer, params }) => resetUserSchools(tx, { viewer, id: params.userId }))
}
