import { LEGAL_TITLES, type LegalKey, legalEndpoints } from '#contract/legal/legal.ts'
import type { Queries } from '#server/db/database.ts'
import type { Routes } from '#server/http/route.ts'
import { defaultLegalText } from './default-legal-texts.ts'
import { findFirstSchool, findNewestText, listVersions } from './legal.queries.ts'
import { saveLegalText } from './save-legal-text.ts'

/** Version 0. */
const comesWithTheProduct = async (tx: Queries, key: LegalKey) => ({
  key,
  body_markdown: defaultLegalText(key, await findFirstSchool(tx)),
  version_number: 0,
  created_at: null,
})

/** Impressum, Datenschutz and Barrierefreiheit of the installation. */
export function legalRoutes({ route }: Routes) {
  route(legalEndpoints.find, async ({ tx, params: { key } }) => {
    const newest = await findNewestText(tx, key)
    return newest ? { key, ...newest } : comesWithTheProduct(tx, key)
  })

  route(legalEndpoints.versions, async ({ tx, params: { key } }) => [
    ...(await listVersions(tx, key)).map((version) => ({ key, ...version })),
    { ...(await comesWithTheProduct(tx, key)), id: null, created_by_name: null },
  ])

  route(legalEndpoints.save, async ({ tx, viewer, params: { key }, body }) => {
    await saveLegalText(tx, { key, form: body, userId: viewer.user_id })
    return { message: `${LEGAL_TITLES[key]}: Die neue Fassung ist veröffentlicht.` }
  })
}
