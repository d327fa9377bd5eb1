import {
  maySeeRestricted,
  RESTRICTED_SUBJECTS,
  type RestrictedPerson,
} from '#contract/restrictions/restricted-subjects.ts'
import { type PersonRestrictions, RESTRICTION_TEXTS } from '#contract/restrictions/restrictions.ts'
import { searchWords } from '#contract/search-fold.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting, SchoolViewer } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { conflict, found, notFound } from '#server/http/api-error.ts'
import { OF_AGE_TASK } from '#server/jobs/of-age-task.ts'
import {
  binChildless,
  countRestrictedByWords,
  deleteNoticeOf,
  findPersonName,
  insertRestriction,
  listPupilIdsOf,
  listRestricted,
  listRestrictionsOf,
  lockPerson,
  updateLifted,
  updateSearchOf,
} from './restrictions.queries.ts'

/** Whoever may not see this kind of person gets the same answer as for an unknown id. */
const refuseOthers = ({ subject }: RestrictedPerson, { permissions }: SchoolViewer) => {
  if (!maySeeRestricted(subject, permissions)) throw notFound()
}

/** All restricted people of the kinds that the viewer manages, by kind and name: no other list has them. */
export const listAllRestricted = (tx: SchoolTransaction, { permissions }: SchoolViewer, today: string) =>
  withRestricted(tx, async () => {
    const subjects = RESTRICTED_SUBJECTS.filter((subject) => maySeeRestricted(subject, permissions))
    const lists = []
    for (const subject of subjects) lists.push(await listRestricted(tx, subject, today))
    return lists.flat()
  })

/** How many restricted people a search would find: lists do not show them, and a head must not think that they are gone. */
export async function countFound(tx: SchoolTransaction, search: string, { permissions }: SchoolViewer) {
  const words = searchWords(search)
  const subjects = RESTRICTED_SUBJECTS.filter((subject) => maySeeRestricted(subject, permissions))
  if (words.length === 0 || subjects.length === 0) return 0
  return withRestricted(tx, () => countRestrictedByWords(tx, subjects, words))
}

/** The restriction of one person, and those that were lifted. */
export async function readRestrictions(
  tx: SchoolTransaction,
  person: RestrictedPerson,
  viewer: SchoolViewer,
): Promise<PersonRestrictions> {
  refuseOthers(person, viewer)
  const name = found(await withRestricted(tx, () => findPersonName(tx, person), person))
  const all = await listRestrictionsOf(tx, person)
  return {
    ...person,
    name,
    current: all.find(({ lifted_at }) => lifted_at === null) ?? null,
    past: all.filter(({ lifted_at }) => lifted_at !== null),
  }
}

interface ReasonedDecision {
  person: RestrictedPerson
  reason: string
  acting: Acting
}

const decisionOf = ({ reason, acting: { viewer, now } }: ReasonedDecision) => ({ reason, userId: viewer.user_id, now })

const logged = (tx: SchoolTransaction, { subject, id }: RestrictedPerson, action: string) =>
  logEvent(tx, { action, entityType: subject, entityId: id })

/** From now on only heads see this person (domain DP-08). 409 when that is so already. */
export async function restrictPerson(tx: SchoolTransaction, decision: ReasonedDecision) {
  const { person, acting } = decision
  refuseOthers(person, acting.viewer)
  const children = await withRestricted(
    tx,
    async () => {
      const { pupil_id } = found(await lockPerson(tx, person))
      if (pupil_id !== null) throw conflict(RESTRICTION_TEXTS.isPupil)
      await deleteNoticeOf(tx, person)
      if (!(await insertRestriction(tx, person, decisionOf(decision)))) throw conflict(RESTRICTION_TEXTS.alreadySet)
      return listPupilIdsOf(tx, person)
    },
    person,
  )
  await updateSearchOf(tx, children)
  await logged(tx, person, 'processing_restricted')
}

/** Everybody sees this person again. 409 when there is no restriction. */
export async function liftRestriction(tx: SchoolTransaction, decision: ReasonedDecision) {
  const { person, acting } = decision
  refuseOthers(person, acting.viewer)
  await withRestricted(
    tx,
    async () => {
      found(await lockPerson(tx, person))
      if (!(await updateLifted(tx, person, decisionOf(decision)))) throw conflict(RESTRICTION_TEXTS.alreadyLifted)
      // With restricted children in sight, which count as well.
      await withRestricted(tx, async () => binChildless(tx, person, acting.now))
    },
    person,
  )
  await updateSearchOf(tx, await listPupilIdsOf(tx, person))
  // The job does not see restricted pupils: who came of age meanwhile gets an own link now.
  if (person.subject === 'pupil') await enqueue(tx, OF_AGE_TASK, {})
  await logged(tx, person, 'restriction_lifted')
}
