import { overdueRequestEndpoints } from '#contract/privacyrequests/privacyrequests.overdue.ts'
import { REQUEST_SUBJECTS } from '#contract/privacyrequests/privacyrequests.subjects.ts'
import { privacyRequestEndpoints as endpoints } from '#contract/privacyrequests/privacyrequests.ts'
import type { Routes } from '#server/http/route.ts'
import { listRequests } from './privacyrequests.queries.ts'
import { countOverdue, readRequest } from './read-request.ts'
import { restrictSubject } from './restrict-subject.ts'
import { addRequest, changeRequest, mayAskAbout } from './save-request.ts'
import { searchSubjects } from './subjects.queries.ts'
import { checkIdentity, extendRequest, finishRequest, reopenRequest } from './work-request.ts'
import { noteLetter, writeRequestLetter } from './write-letter.ts'

/** The register of requests of the people whose data the school holds (domain DP-05). */
export function privacyRequestRoutes({ route, routeDetached }: Routes) {
  route(endpoints.list, ({ tx, today }) => listRequests(tx, today))

  route(overdueRequestEndpoints.count, ({ tx, today }) => countOverdue(tx, today))

  route(endpoints.subjects, ({ tx, query, viewer, today }) =>
    searchSubjects(tx, {
      search: query.q,
      types: REQUEST_SUBJECTS.filter((type) => mayAskAbout(type, { viewer })),
      today,
    }),
  )

  route(endpoints.add, ({ tx, body, ...acting }) => addRequest(tx, body, acting))

  route(endpoints.get, ({ tx, params, today }) => readRequest(tx, params.id, today))

  route(endpoints.change, ({ tx, params, body, ...acting }) => changeRequest(tx, { id: params.id, form: body }, acting))

  route(endpoints.extend, ({ tx, params, body, ...acting }) => extendRequest(tx, { id: params.id, form: body }, acting))

  route(endpoints.checkIdentity, ({ tx, params, body, ...acting }) =>
    checkIdentity(tx, { id: params.id, form: body }, acting),
  )

  route(endpoints.finish, ({ tx, params, body, ...acting }) => finishRequest(tx, { id: params.id, form: body }, acting))

  route(endpoints.reopen, ({ tx, params, ...acting }) => reopenRequest(tx, params.id, acting))

  route(endpoints.restrict, ({ tx, params, body, ...acting }) =>
    restrictSubject(tx, { id: params.id, reason: body.reason, isLifting: false }, acting),
  )

  route(endpoints.lift, ({ tx, params, body, ...acting }) =>
    restrictSubject(tx, { id: params.id, reason: body.reason, isLifting: true }, acting),
  )

  routeDetached(endpoints.letter, async ({ params, body, inTransaction, ...acting }) => {
    const school = await inTransaction((tx) => noteLetter(tx, { id: params.id, form: body }, acting))
    return writeRequestLetter({ id: params.id, form: body, school, today: acting.today, now: acting.now })
  })
}
