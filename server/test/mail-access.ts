import { type Actor, HEADS } from './actors.ts'

/** The reviewed answers to "may this actor call?" for mails of a school (domain §4); part of the access matrix. */
export const MAIL_ACCESS: Record<string, readonly Actor[]> = {
  'GET /api/admin/doMailTest': ['admin'],
  'POST /api/admin/doMailTest': ['admin'],
  'GET /api/admin/outbox': HEADS,
  'GET /api/admin/outbox/mails': HEADS,
  'POST /api/admin/outbox/mails/:id/retry': HEADS,
  'GET /api/admin/outbox/unreachable': HEADS,
  'POST /api/admin/outbox/unreachable/good': HEADS,
  'GET /api/admin/letterText': HEADS,
  'POST /api/admin/letterText': HEADS,
  'DELETE /api/admin/letterText/:id': HEADS,
  'GET /api/admin/circular': HEADS,
  'POST /api/admin/circular/attachment': HEADS,
  'GET /api/admin/circular/:id/attachment/:attachment_id': HEADS,
  'POST /api/admin/circular/plan': HEADS,
  'POST /api/admin/circular/preview': HEADS,
  'POST /api/admin/circular/trial': HEADS,
  'POST /api/admin/circular': HEADS,
  'GET /api/admin/circular/:id': HEADS,
  'POST /api/admin/circular/:id/pause': HEADS,
  'POST /api/admin/circular/:id/goOn': HEADS,
  'POST /api/admin/circular/:id/stop': HEADS,
  'POST /api/admin/circular/:id/retry': HEADS,
}
