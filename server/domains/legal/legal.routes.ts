import { LEGAL_TITLES, legalEndpoints } from '#contract/legal/legal.ts'
import { withoutGaps } from '#contract/legal/legal-gaps.ts'
import { factChanges } from '#contract/privacynotices/notice-texts.ts'
import type { Routes } from '#server/http/route.ts'
import { findNewestText, listVersions } from './legal.queries.ts'
import { productText, readLegalFacts } from './read-legal-facts.ts'
import { saveLegalText } from './save-legal-text.ts'

/** Impressum, Datenschutz and Barrierefreiheit of the installation. */
export function legalRoutes({ route }: Routes) {
  route(legalEndpoints.find, async ({ tx, viewer, params: { key } }) => {
    const text = (await findNewestText(tx, key)) ?? (await productText(tx, key, viewer))
    return { ...text, key, body_markdown: withoutGaps(text.body_markdown) }
  })

  route(legalEndpoints.versions, async ({ tx, viewer, params: { key } }) => [
    ...(await listVersions(tx, key)).map((version) => ({
      key,
      ...version,
      template_markdown: version.template_markdown ?? version.body_markdown,
    })),
    { ...(await productText(tx, key, viewer)), id: null, created_by_name: null },
  ])

  route(legalEndpoints.draft, async ({ tx, viewer, params: { key } }) => {
    const facts = await readLegalFacts(tx, key, viewer)
    const newest = await findNewestText(tx, key)
    // The product's own text always names today's facts.
    const text = newest ?? (await productText(tx, key, viewer))
    return {
      key,
      facts,
      body_markdown: text.body_markdown,
      template_markdown: text.template_markdown ?? text.body_markdown,
      version_number: text.version_number,
      changes: factChanges(text.facts, facts),
    }
  })

  route(legalEndpoints.save, async ({ tx, viewer, params: { key }, body }) => {
    await saveLegalText(tx, { key, form: body, viewer })
    return { message: `${LEGAL_TITLES[key]}: Die neue Fassung ist veröffentlicht.` }
  })
}
