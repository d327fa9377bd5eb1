import { type LegalKey, legalEndpoints } from '#contract/legal/legal.ts'
import { queryFor } from '#web/api/queries.ts'

export const legalQuery = (key: LegalKey) => queryFor(legalEndpoints.find, { params: { key } }, { quiet: true })

export const versionsQuery = (key: LegalKey) => queryFor(legalEndpoints.versions, { params: { key } }, { quiet: true })

export const draftQuery = (key: LegalKey) => queryFor(legalEndpoints.draft, { params: { key } }, { quiet: true })
