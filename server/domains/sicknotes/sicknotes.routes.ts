import { addDays } from '#contract/dates.ts'
import { sicknoteChangeEndpoints as changes } from '#contract/sicknotes/sicknotes.change.ts'
import {
  sicknoteEndpoints as endpoints,
  LIST_DAYS_MAX,
  LIST_TOO_LONG,
  type SicknoteQuery,
} from '#contract/sicknotes/sicknotes.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { listFormClasses } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import { readCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { addSicknotes } from './add-sicknotes.ts'
import { askCertificate } from './ask-certificate.ts'
import { cancelSicknote, restoreSicknote } from './cancel-sicknote.ts'
import { changeSicknote } from './change-sicknote.ts'
import { decideLeave } from './decide-leave.ts'
import { readDayList, writeDayList } from './export-day.ts'
import { excuseSicknotes, seeSicknotes } from './mark-sicknotes.ts'
import { restoreReason } from './reason-before.ts'
import { publicSicknoteRoutes } from './sicknotes.public.routes.ts'
import { findSicknote, listMissingExcuses, listSicknotes } from './sicknotes.shared.queries.ts'

async function readFormOptions(tx: SchoolTransaction, { viewer, today }: { viewer: SchoolViewer; today: string }) {
  const [calendar, classes] = await Promise.all([readCalendar(tx), listFormClasses(tx, viewer, today)])
  const year = calendar.yearOf(today)
  return {
    year: year ? { name: year.name, date_start: year.date_start, date_end: year.date_end } : null,
    free_days: [...calendar.free_days],
    schoolclasses: classes.map(({ id, classgradePlain }) => ({ id, classgradePlain })),
  }
}

/** The days of one list; 422 for too many. */
function daysOfList({ from, to }: SicknoteQuery, today: string) {
  const first = from ?? today
  const last = addDays(first, LIST_DAYS_MAX)
  if (to !== undefined && to > last) throw invalid({ to: [LIST_TOO_LONG] }, LIST_TOO_LONG)
  return { from: first, to: to ?? last }
}

/** Reading absences. */
function sicknoteReadRoutes({ route, routeDetached }: Routes, { views }: Platform) {
  route(endpoints.list, ({ tx, viewer, today, query }) =>
    listSicknotes(tx, { ...query, ...daysOfList(query, today), viewer, today }),
  )

  route(endpoints.formOptions, ({ tx, viewer, today }) => readFormOptions(tx, { viewer, today }))

  route(endpoints.missingExcuse, ({ tx, viewer, today }) => listMissingExcuses(tx, { viewer, today }))

  routeDetached(endpoints.exportDay, async ({ viewer, today, body, inTransaction }) => {
    const { format, ...asked } = body
    return writeDayList(await inTransaction((tx) => readDayList(tx, { ...asked, viewer, today })), format)
  })

  route(endpoints.get, async ({ tx, viewer, today, now, params }) => {
    const note = await findSicknote(tx, params.id, { viewer, today })
    if (!note) throw notFound()
    // The address names the note and not the child, so the endpoint cannot say whose page it opens.
    views.note({ schoolId: viewer.school_id, userId: viewer.user_id, subject: 'pupil', id: note.pupil.id }, now)
    return note
  })
}

/** Absences of the user's visible children: entering, changing, excusing and deciding. */
export function sicknoteRoutes(routes: Routes, platform: Platform) {
  const { route } = routes
  publicSicknoteRoutes(routes, platform)
  sicknoteReadRoutes(routes, platform)

  route(changes.add, ({ tx, body, ...acting }) => addSicknotes(tx, body, acting))

  route(changes.change, ({ tx, params, body, ...acting }) => changeSicknote(tx, { id: params.id, form: body }, acting))

  route(changes.cancel, ({ tx, params, ...acting }) => cancelSicknote(tx, params.id, acting))

  route(changes.restore, ({ tx, params, ...acting }) => restoreSicknote(tx, params.id, acting))

  route(changes.restoreReason, ({ tx, params, body, ...acting }) =>
    restoreReason(tx, { id: params.id, version: body.version }, acting),
  )

  route(changes.see, ({ tx, body, ...acting }) => seeSicknotes(tx, body, acting))

  route(changes.excuse, ({ tx, body, ...acting }) => excuseSicknotes(tx, body, acting))

  route(changes.certificate, ({ tx, params, body, ...acting }) =>
    askCertificate(tx, { id: params.id, ...body }, acting),
  )

  route(changes.decide, ({ tx, params, body, ...acting }) =>
    decideLeave(tx, { id: params.id, decision: body.decision }, acting),
  )
}
