import { PACKAGE_TEXTS, type PackageForm } from '#contract/accesspackages/accesspackages.ts'
import { SUBJECT_PERMISSIONS } from '#contract/subjects.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { listReachableSchools } from '#server/domains/account/account.shared.queries.ts'
import { findAccount } from '#server/domains/users/users.shared.queries.ts'
import { forbidden, found, invalid, notFound } from '#server/http/api-error.ts'
import { listRequestsAbout, listRows, type StoredRow } from './package-rows.queries.ts'

type SubjectKey = Pick<PackageForm, 'subject' | 'id'>

type SubjectOfRequest = Pick<PackageForm, 'subject' | 'id' | 'request_id'>

/** Besides the right to export, the viewer needs the one for this kind of record. */
export const requirePermission = (viewer: SchoolViewer, { subject }: Pick<SubjectKey, 'subject'>) => {
  if (!viewer.permissions.includes(SUBJECT_PERMISSIONS[subject])) throw forbidden()
}

const TABLES = { pupil: 'pupil', guardian: 'guardian', registration: 'registration', employee: 'employee' } as const

/**
 * An account belongs to no school: a head reaches those of the own schools and an admin all, as in the list of accounts
 * (ADR 0012). What an admin did is not for a head to read.
 */
async function accountRefusal(tx: SchoolTransaction, id: number, viewer: SchoolViewer) {
  const account = await findAccount(tx, id)
  if (!account) return notFound()
  if (viewer.role === 'admin' || id === viewer.user_id) return undefined
  const schools = await listReachableSchools(tx, viewer)
  if (!schools.some((school) => account.school_ids.includes(school.id))) return notFound()
  return account.role === 'admin' ? forbidden() : undefined
}

async function findReachableUser(tx: SchoolTransaction, id: number, viewer: SchoolViewer) {
  const refusal = await accountRefusal(tx, id, viewer)
  if (refusal) throw refusal
  const [row] = await listRows(tx, 'app_user', { column: 'id', ids: [id] })
  return found(row)
}

/** Whether a package about the person of this account may tell about the account as well. */
export const mayReadAccount = async (tx: SchoolTransaction, id: number, viewer: SchoolViewer) =>
  viewer.permissions.includes(SUBJECT_PERMISSIONS.user) && (await accountRefusal(tx, id, viewer)) === undefined

/** The record of a package; 404 for one of another school. Records in the bin still hold somebody's data. */
export async function findSubject(
  tx: SchoolTransaction,
  { subject, id }: SubjectKey,
  viewer: SchoolViewer,
): Promise<StoredRow> {
  requirePermission(viewer, { subject })
  if (subject === 'user') return findReachableUser(tx, id, viewer)
  const [row] = await listRows(tx, TABLES[subject], { column: 'id', ids: [id] })
  return found(row)
}

/** 422 for a recipient who is none of these people, or may not get it. */
export const refuseRecipient = () => invalid({ recipient_id: [PACKAGE_TEXTS.noRecipient] })

/** 422 for a request of another school, or about somebody else. */
export async function requireRequest(tx: SchoolTransaction, { subject, id, request_id }: SubjectOfRequest) {
  if (request_id === null) return
  const requests = await listRequestsAbout(tx, { subject, id })
  if (!requests.some((request) => request.id === request_id)) throw invalid({ request_id: [PACKAGE_TEXTS.notRequest] })
}
