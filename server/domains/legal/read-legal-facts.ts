import type { LegalKey } from '#contract/legal/legal.ts'
import { LEGAL_TEMPLATES, type LegalSchool, legalFacts } from '#contract/legal/legal-templates.ts'
import { publishedText } from '#contract/privacynotices/notice-texts.ts'
import type { Queries } from '#server/db/database.ts'
import { withSchools } from '#server/db/school-transaction.ts'
import type { Viewer } from '#server/db/viewer.ts'
import { getSchool, getSetting, listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'

/** What the placeholders of a text say today; nobody learns more than the names and periods that the page shows. */
export async function readLegalFacts(tx: Queries, key: LegalKey, viewer: Viewer | null) {
  const schoolIds = (await listSchoolIds(tx)).map(({ id }) => id)
  const schools = await withSchools(
    tx,
    { own: viewer?.school_id ?? null, schoolIds },
    async (inside): Promise<LegalSchool> => {
      const { unverified_purge_days } = await getSetting(inside, 'SCHOOL_REGISTRATION_SETTINGS')
      const periods = await getSetting(inside, 'RETENTION_SETTINGS')
      return { school: await getSchool(inside), periods: { ...periods, unverified_purge_days } }
    },
  )
  return legalFacts(key, schools)
}

/** Version 0: the product's text with today's facts. */
export const productText = async (tx: Queries, key: LegalKey, viewer: Viewer | null) => ({
  key,
  ...publishedText(LEGAL_TEMPLATES[key], await readLegalFacts(tx, key, viewer)),
  version_number: 0,
  created_at: null,
})
