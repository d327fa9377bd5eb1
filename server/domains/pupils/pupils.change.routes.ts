import { pupilChangeEndpoints as endpoints } from '#contract/pupils/pupils.change.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { addPupil } from './add-pupil.ts'
import { listBlocked, removePupil, removePupils, restorePupils } from './bin-pupils.ts'
import { changePupil } from './change-pupil.shared.ts'
import { leavePupil } from './leave-pupil.ts'
import { listDuplicatesEverywhere } from './pupils.shared.queries.ts'

/** Adding pupils, changing them, entering exits, and restoring them. */
export function pupilChangeRoutes({ route }: Routes, { keys }: Pick<Platform, 'keys'>) {
  route(endpoints.add, ({ tx, body, viewer, today }) => addPupil(tx, body, { viewer, today, keys }))

  route(endpoints.findDuplicates, async ({ tx, body, viewer }) => {
    const { exact, likely } = await listDuplicatesEverywhere(tx, body, viewer)
    return { exact, likely }
  })

  route(endpoints.change, ({ tx, params, body, ...acting }) => changePupil(tx, { id: params.id, form: body }, acting))

  route(endpoints.leave, ({ tx, params, body, today }) =>
    leavePupil(tx, { id: params.id, form: body }, { today, keys }),
  )

  route(endpoints.remove, ({ tx, params, now, today }) => removePupil(tx, { id: params.id, now, today }))

  route(endpoints.massDelete, ({ tx, body, now, today }) =>
    removePupils(tx, { ids: 'ids' in body ? body.ids : body.pupil_ids, now, today }),
  )

  route(endpoints.checkMassDelete, ({ tx, body, today }) => listBlocked(tx, body.ids, today))

  route(endpoints.restore, ({ tx, params, now, today }) => restorePupils(tx, { ids: [params.id], now, today }, keys))

  route(endpoints.massRestore, ({ tx, body, now, today }) => restorePupils(tx, { ids: body.ids, now, today }, keys))
}
