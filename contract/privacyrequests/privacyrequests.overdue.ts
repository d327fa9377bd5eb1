import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** For the start page, which loads nothing else about requests. */
export const overdueRequestEndpoints = {
  count: endpoint({
    method: 'GET',
    path: '/api/admin/privacyRequest/overdue',
    access: 'view pupil sensitive',
    response: z.object({ count: z.int() }),
    summary: 'Wie viele Anfragen zum Datenschutz überfällig sind',
  }),
}
