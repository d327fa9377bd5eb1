import type { WordingKey } from '#contract/mailwordings/mailwordings.texts.ts'
import type { MailWording } from '#contract/mailwordings/mailwordings.ts'
import { mailWordingEndpoints } from '#contract/mailwordings/mailwordings.ts'
import { queryFor } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

export const wordingsQuery = queryFor(mailWordingEndpoints.list, {}, { quiet: true })

export const versionsQuery = (key: WordingKey) =>
  queryFor(mailWordingEndpoints.versions, { params: { key } }, { quiet: true })

/** Loads the stored wording again, because somebody else may have changed it. */
export const loadWordingAnew = async (key: WordingKey): Promise<MailWording | undefined> => {
  const wordings = await queryClient.fetchQuery({ ...wordingsQuery, staleTime: 0 })
  return wordings.find((wording) => wording.key === key)
}
