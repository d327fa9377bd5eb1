import { waitlistSiblingEndpoints as siblings } from '#contract/waitlists/waitlists.siblings.ts'
import { waitlistEndpoints as endpoints } from '#contract/waitlists/waitlists.ts'
import type { Routes } from '#server/http/route.ts'
import { listSiblings, searchSiblings } from './list-siblings.ts'
import { moveRank } from './move-rank.ts'
import { readCapacities } from './read-capacities.ts'
import { readWaitlist } from './read-waitlist.ts'
import { takeProposal, undoProposal } from './take-proposal.ts'
import { releaseSibling, verifySibling } from './verify-sibling.ts'

/** The waiting applications, their order and its reasons (domain §3.2). */
export function waitlistRoutes({ route }: Routes) {
  route(endpoints.list, ({ tx, query: { school_year_id, grade }, viewer, today }) =>
    readWaitlist(tx, { school_year_id, desired_grade: grade }, { schoolId: viewer.school_id, today }),
  )

  route(endpoints.capacities, ({ tx, query: { school_year_id }, today }) =>
    readCapacities(tx, { school_year_id, today }),
  )

  route(endpoints.move, ({ tx, params, body, ...acting }) => moveRank(tx, { id: params.id, ...body }, acting))

  route(endpoints.takeProposal, ({ tx, body, ...acting }) => takeProposal(tx, body, acting))

  route(endpoints.undoProposal, ({ tx, body, ...acting }) => undoProposal(tx, body, acting))

  route(siblings.list, ({ tx, params, ...reading }) => listSiblings(tx, params.id, reading))

  route(siblings.search, ({ tx, params, query, ...reading }) =>
    searchSiblings(tx, { id: params.id, search: query.search }, reading),
  )

  route(siblings.verify, ({ tx, params, body, ...acting }) => verifySibling(tx, { id: params.id, ...body }, acting))

  route(siblings.release, ({ tx, params, ...acting }) => releaseSibling(tx, params, acting))
}
