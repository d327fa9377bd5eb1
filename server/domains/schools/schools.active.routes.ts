import { schoolEndpoints } from '#contract/schools/schools.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { qrSvg } from '#server/documents/qr.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { changeMasterData, masterDataOf } from './change-master-data.ts'
import { changeSettings, readSettings } from './change-settings.ts'
import { readFormLink } from './form-link.ts'
import { readLogoFile, removeLogo, saveLogo } from './save-logo.ts'
import { findLogo, getSchool } from './schools.shared.queries.ts'

/** Any other school gets the same answer as one that does not exist. */
const activeOnly = ({ params, viewer }: { params: { id: number }; viewer: SchoolViewer }) => {
  if (params.id !== viewer.school_id) throw notFound()
  return viewer.school_id
}

/** Master data, settings and logo of the viewer's active school. */
export function activeSchoolRoutes({ route, routeDetached }: Routes, { appUrl }: Platform) {
  route(schoolEndpoints.get, async ({ tx, ...call }) => {
    activeOnly(call)
    const school = await getSchool(tx)
    const logo = await findLogo(tx, school.logo_document_id)
    return { ...masterDataOf(school), logo: logo?.src ?? null }
  })

  route(schoolEndpoints.change, ({ tx, body, ...call }) => changeMasterData(tx, activeOnly(call), body))

  route(schoolEndpoints.settings, ({ tx, ...call }) => {
    activeOnly(call)
    return readSettings(tx)
  })

  route(schoolEndpoints.changeSettings, ({ tx, body, ...call }) => {
    activeOnly(call)
    return changeSettings(tx, body, call.viewer)
  })

  route(schoolEndpoints.formLink, async ({ tx, now, ...call }) => {
    activeOnly(call)
    const link = await readFormLink(tx, { now, appUrl })
    return { ...link, qr_svg: await qrSvg(link.url) }
  })

  routeDetached(schoolEndpoints.saveLogo, async ({ body, inTransaction, ...call }) => {
    activeOnly(call)
    const picture = await readLogoFile(body.content)
    return inTransaction((tx) => saveLogo(tx, call.viewer, picture))
  })

  route(schoolEndpoints.removeLogo, ({ tx, ...call }) => removeLogo(tx, activeOnly(call)))
}
