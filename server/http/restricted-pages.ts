import type { Endpoint } from '#contract/endpoint.ts'
import { maySeeRestricted, type RestrictedPerson } from '#contract/restrictions/restricted-subjects.ts'
import type { Queries } from '#server/db/database.ts'
import { transactionOf } from '#server/db/school-transaction.ts'
import { isInSchool, type Viewer } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { ApiError } from './api-error.ts'

interface PageQuestion {
  endpoint: Pick<Endpoint, 'pageOf'>
  asked: { params: unknown; viewer: Viewer | null; isRestricted: boolean }
  tx: Queries
}

/** The person that the page is about, when the viewer is a head who may see this person although restricted. */
const personOf = ({
  endpoint: { pageOf },
  asked: { params, viewer },
}: Pick<PageQuestion, 'endpoint' | 'asked'>): RestrictedPerson | undefined => {
  if (!pageOf || !viewer || !maySeeRestricted(pageOf, viewer.permissions)) return undefined
  const { id } = params as { id: number }
  return { subject: pageOf, id }
}

/**
 * Answers as for everybody. Only when nothing was found on the page of a person, a head's question is asked once more with
 * that one person visible: so the page of anybody else costs nothing more.
 */
export async function evenRestricted<T>({ endpoint, asked, tx }: PageQuestion, answer: () => Promise<T>): Promise<T> {
  const person = personOf({ endpoint, asked })
  if (!person) return answer()
  try {
    return await answer()
  } catch (error) {
    const { viewer } = asked
    if (!(error instanceof ApiError && error.status === 404) || !viewer || !isInSchool(viewer)) throw error
    asked.isRestricted = true
    return withRestricted(transactionOf(tx, viewer), answer, person)
  }
}
