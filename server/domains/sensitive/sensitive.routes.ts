import { consentEndpoints } from '#contract/consents/consents.ts'
import { sensitiveEndpoints as endpoints } from '#contract/sensitive/sensitive.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { addSensitive, changeSensitive, confirmSensitive, removeSensitive } from './change-sensitive.ts'
import { readConsents } from './read-consents.ts'
import { readSensitive } from './read-sensitive.ts'
import { noteWithdrawal, recordConsent, withdrawConsent } from './record-consent.ts'

const entryOf = ({ id, sensitive_id }: { id: number; sensitive_id: number }) => ({ pupilId: id, id: sensitive_id })

/** Class D data of a pupil, and the consents for these and other purposes. */
export function sensitiveRoutes({ route }: Routes, { keys }: Pick<Platform, 'keys'>) {
  route(endpoints.list, ({ tx, params, query, ...acting }) =>
    readSensitive(tx, { pupilId: params.id, kind: query.kind }, { ...acting, keys }),
  )

  route(endpoints.add, ({ tx, params, body, ...acting }) =>
    addSensitive(tx, { pupilId: params.id, form: body }, { ...acting, keys }),
  )

  route(endpoints.change, ({ tx, params, body, ...acting }) =>
    changeSensitive(tx, { ...entryOf(params), form: body }, { ...acting, keys }),
  )

  route(endpoints.confirm, ({ tx, params, ...acting }) => confirmSensitive(tx, entryOf(params), { ...acting, keys }))

  route(endpoints.remove, ({ tx, params, ...acting }) => removeSensitive(tx, entryOf(params), { ...acting, keys }))

  route(consentEndpoints.list, ({ tx, params, ...acting }) => readConsents(tx, params.id, acting))

  route(consentEndpoints.record, ({ tx, params, body, ...acting }) =>
    recordConsent(tx, { pupilId: params.id, form: body }, acting),
  )

  route(consentEndpoints.noteWithdrawal, ({ tx, params, body, ...acting }) =>
    noteWithdrawal(tx, { pupilId: params.id, ...body }, acting),
  )

  route(consentEndpoints.withdraw, ({ tx, params, body, ...acting }) =>
    withdrawConsent(tx, { pupilId: params.id, ...body }, acting),
  )
}
