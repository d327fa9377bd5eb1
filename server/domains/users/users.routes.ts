import { PERMISSIONS, ROLE_LABELS, ROLE_PERMISSIONS, ROLES } from '#contract/permissions.ts'
import { userEndpoints, userSettingEndpoints } from '#contract/users/users.ts'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer, Viewer } from '#server/db/viewer.ts'
import {
  findLoginWays,
  lacksEmergency,
  listProvidersOfSchool,
} from '#server/domains/identityproviders/logindemands.shared.queries.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { findActor, seenSchoolsOf } from './account-reach.ts'
import { detachUser, findSchoolsOfUser, resetUserSchools, saveUserSchools } from './attach-schools.ts'
import { changeUser, proveOwnMove } from './change-user.ts'
import { inviteUser } from './invite-user.ts'
import { listVisibleUsers } from './list-visible-users.ts'
import { removeUser, restoreUser } from './remove-user.ts'
import { endSessionsOfUser, resetTwoFactor } from './reset-access.ts'
import { setLoginRules } from './set-login-rules.ts'
import { setLoginWays } from './set-login-ways.ts'
import { countWork, USER_WRITES } from './user-limits.ts'
import { countUnreachableUsers } from './users.queries.ts'
import { createUser } from './users.shared.ts'

/** The matrix of spec §2 'Übersicht: Rechte - Rollen'. */
const PERMISSION_LIST = PERMISSIONS.map((name, index) => ({
  id: index + 1,
  name,
  roles: ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(name)),
}))

/** The list of spec §2 with what the page needs beside it. */
const readUsers = async (tx: SchoolTransaction, viewer: SchoolViewer) => ({
  users: await listVisibleUsers(tx, await findActor(tx, viewer)),
  roles: ROLE_LABELS,
  permissions: PERMISSION_LIST,
  login_rules: {
    ...(await getSetting(tx, 'LOGIN_RULES')),
    ...(await findLoginWays(tx, viewer.school_id)),
    providers: await listProvidersOfSchool(tx, viewer.school_id),
  },
})

/** Accounts, their roles and schools. */
export function userRoutes({ route, routeDetached }: Routes, platform: Platform) {
  /** Calls that change accounts are counted for each user. */
  const counted =
    <C extends { tx: Queries; viewer: Viewer }, R>(work: (call: C) => Promise<R>) =>
    async (call: C) => {
      await countWork(call.tx, platform.limits, { limit: USER_WRITES, actorId: call.viewer.user_id })
      return work(call)
    }

  route(userEndpoints.list, ({ tx, viewer }) => readUsers(tx, viewer))

  route(userEndpoints.tasks, async ({ tx, viewer }) => ({
    unreachable: await countUnreachableUsers(tx, seenSchoolsOf(await findActor(tx, viewer))),
    lacks_emergency: await lacksEmergency(tx, viewer.school_id),
  }))

  route(
    userEndpoints.add,
    counted(({ tx, viewer, body }) => createUser(tx, { viewer, form: body }, platform)),
  )

  routeDetached(userEndpoints.change, async ({ viewer, params: { id }, body: form, inTransaction }) => {
    const hasProof = await proveOwnMove({ viewer, id, form }, { platform, inTransaction })
    return inTransaction(async (tx) => {
      await countWork(tx, platform.limits, { limit: USER_WRITES, actorId: viewer.user_id })
      return changeUser(tx, { viewer, id, form, hasProof }, platform)
    })
  })

  route(
    userEndpoints.remove,
    counted(({ tx, viewer, params }) => removeUser(tx, { viewer, id: params.id })),
  )

  route(
    userEndpoints.restore,
    counted(({ tx, viewer, params }) => restoreUser(tx, { viewer, id: params.id })),
  )

  route(
    userEndpoints.detach,
    counted(({ tx, viewer, params }) => detachUser(tx, { viewer, id: params.id })),
  )

  route(
    userEndpoints.invite,
    counted(({ tx, viewer, params }) => inviteUser(tx, { viewer, id: params.id }, platform)),
  )

  route(
    userEndpoints.endSessions,
    counted(({ tx, viewer, params }) => endSessionsOfUser(tx, { viewer, id: params.id })),
  )

  route(
    userEndpoints.resetTwoFactor,
    counted(({ tx, viewer, params }) => resetTwoFactor(tx, { viewer, id: params.id }, platform)),
  )

  route(
    userEndpoints.setLoginRules,
    counted(({ tx, viewer, body }) => setLoginRules(tx, { viewer, rules: body })),
  )

  route(
    userEndpoints.setLoginWays,
    counted(({ tx, viewer, body }) => setLoginWays(tx, { viewer, rules: body })),
  )

  route(userSettingEndpoints.find, ({ tx, viewer, params }) => findSchoolsOfUser(tx, { viewer, id: params.userId }))

  route(
    userSettingEndpoints.save,
    counted(({ tx, viewer, body }) => saveUserSchools(tx, { viewer, form: body })),
  )

  route(
    userSettingEndpoints.reset,
    counted(({ tx, viewer, params }) => resetUserSchools(tx, { viewer, id: params.userId })),
  )
}
