import { sql } from 'kysely'
import {
  type ConsentPurpose,
  consentState,
  type Deciders,
  decidersFor,
  isAskedFor,
  pupilVoice,
} from '#contract/consents/consents.state.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listCustodianIds } from './consents.queries.ts'
import { toDecided } from './find-consent.ts'

export interface Child {
  id: number
  birthdate: string
}

/** Bigint[] in PostgreSQL's own notation: pg would check each number for characters to escape. */
export const listOf = (children: readonly Child[]) => `{${children.map(({ id }) => id).join(',')}}`

export interface Reading {
  purposes: readonly ConsentPurpose[]
  today: string
}

type Decided = ReturnType<typeof toDecided>

/** What is known about the consents of one pupil. */
interface Known {
  birthdate: string
  records: readonly (Decided & { purpose: string })[]
  custodianIds: readonly number[]
}

/** An answer about these consents of a pupil on the day; absent where a consent is not asked for at that age. */
export function answersOf<A>(
  { birthdate, records, custodianIds }: Known,
  { purposes, today, answer }: Reading & { answer: (records: readonly Decided[], deciders: Deciders) => A },
) {
  const deciders = { custodianIds, voice: pupilVoice(birthdate, today) }
  const answers: Partial<Record<ConsentPurpose, A>> = {}
  for (const purpose of purposes) {
    if (!isAskedFor(purpose, birthdate, today)) continue
    const own = records.filter((one) => one.purpose === purpose)
    answers[purpose] = answer(own, decidersFor(purpose, deciders))
  }
  return answers
}

/**
 * The same for each of these pupils, made from the records and the people who decide. The caller has made sure that the
 * viewer may see these pupils.
 */
async function listAnswers<A>(
  tx: SchoolTransaction,
  children: readonly Child[],
  reading: Reading & { answer: (records: readonly Decided[], deciders: Deciders) => A },
) {
  const recorded = tx
    .selectFrom('consent')
    .selectAll()
    .where('purpose', 'in', [...reading.purposes])
    .where(sql<boolean>`pupil_id = any(${listOf(children)}::bigint[])`)
    .orderBy('id')
    .execute()
  const [records, custodians] = await Promise.all([recorded, listCustodianIds(tx, listOf(children))])
  const byPupil = Map.groupBy(records, ({ pupil_id }) => pupil_id)
  return new Map(
    children.map(({ id, birthdate }) => {
      const own = (byPupil.get(id) ?? []).map((row) => ({ ...toDecided(row), purpose: row.purpose }))
      const custodianIds = (custodians.get(id) ?? []).map(({ guardian_id }) => guardian_id)
      return [id, answersOf({ birthdate, records: own, custodianIds }, reading)] as const
    }),
  )
}

/** The state of these consents of each pupil on the day. */
export const listConsentStates = (tx: SchoolTransaction, children: readonly Child[], reading: Reading) =>
  listAnswers(tx, children, { ...reading, answer: consentState })

const lastWithdrawal = (records: readonly Decided[]) =>
  records
    .flatMap(({ withdrawn_at }) => withdrawn_at ?? [])
    .toSorted()
    .at(-1) ?? null

/** The same, with the moment of the withdrawal where the state is `withdrawn`. */
export const listDatedConsentStates = (tx: SchoolTransaction, children: readonly Child[], reading: Reading) =>
  listAnswers(tx, children, {
    ...reading,
    answer: (records, deciders) => {
      const state = consentState(records, deciders)
      return { state, withdrawn_at: state === 'withdrawn' ? lastWithdrawal(records) : null }
    },
  })
