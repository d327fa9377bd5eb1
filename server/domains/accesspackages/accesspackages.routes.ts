import { accessPackageEndpoints } from '#contract/accesspackages/accesspackages.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { getSchoolHead } from '#server/domains/pupildocuments/pupildocuments.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { lockRemovalCount } from './accesspackages.queries.ts'
import { buildPackage } from './build-tree.ts'
import { fetchPackage, printPackage } from './fetch-package.ts'
import { oneAtATime, storePackage, writePackage } from './make-package.ts'
import { readOptions } from './package-options.ts'

/**
 * Reads a package as a head may: whoever is restricted keeps the right to a copy, and a package about a mother holds a
 * restricted child. For everybody else they are not there (ADR 0042).
 */
const seeingRestricted = <T>(tx: SchoolTransaction, viewer: SchoolViewer, work: () => Promise<T>) =>
  viewer.permissions.includes('view pupil sensitive') ? withRestricted(tx, work) : work()

/**
 * Packages are read in one transaction, written after it, and stored in another one, unless somebody was erased or restricted
 * meanwhile.
 */
export function accessPackageRoutes({ route, routeDetached }: Routes, { keys }: Platform) {
  route(accessPackageEndpoints.options, ({ tx, query, viewer, today }) =>
    seeingRestricted(tx, viewer, () => readOptions(tx, query, { viewer, today })),
  )

  routeDetached(accessPackageEndpoints.create, ({ viewer, today, now, body, inTransaction }) =>
    oneAtATime(viewer.user_id, async () => {
      const acting = { viewer, today, now }
      const removals = await inTransaction(lockRemovalCount)
      const { pupils, school, ...content } = await inTransaction(async (tx) => ({
        ...(await seeingRestricted(tx, viewer, () => buildPackage(tx, body, { acting, keys }))),
        school: await getSchoolHead(tx),
      }))
      const written = await writePackage(content, school)
      return inTransaction((tx) => storePackage(tx, { form: body, pupils, written, removals, acting, keys }))
    }),
  )

  route(accessPackageEndpoints.download, ({ tx, params, viewer, now }) =>
    fetchPackage(tx, { id: params.id, viewer, now, keys }),
  )

  route(accessPackageEndpoints.print, ({ tx, params, body, viewer, now }) =>
    printPackage(tx, { id: params.id, password: body.password, viewer, now, keys }),
  )
}
