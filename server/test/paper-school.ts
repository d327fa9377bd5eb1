import type { PaperSubject } from '#contract/papers/papers.kinds.ts'
import { PAPER_ENDPOINTS, type Paper } from '#contract/papers/papers.ts'
import { makeApplication } from './child-factories.ts'
import { insideSchool } from './factories.ts'
import { openFamilySchool } from './family-school.ts'
import { pdf } from './paper-files.ts'
import type { TestVisitor } from './test-visitor.ts'

interface Upload {
  subject?: PaperSubject
  id: number
  files?: readonly Buffer[]
  visitor?: TestVisitor
  query?: Record<string, unknown>
  key?: string
}

/** fsw and fow with a record of each kind, and the calls about papers. */
export async function openPaperSchool() {
  const school = await openFamilySchool()
  const { app, fsw, fow, head } = school
  const employee = (schoolId: number) =>
    insideSchool(app, schoolId, async (tx) => {
      const person = {
        salutation: 'ms',
        firstname: 'Eva',
        lastname: 'Lehmann',
        short_name: 'LEH',
        employee_type: 'teacher',
      }
      return (await tx.insertInto('employee').values(person).returning('id').executeTakeFirstOrThrow()).id
    })
  const recordsOf = async (schoolId: number) => ({
    pupil: await school.child('Mia', schoolId),
    registration: (await makeApplication(app, schoolId)).id,
    employee: await employee(schoolId),
  })

  const upload = ({
    subject = 'pupil',
    id,
    files = [pdf()],
    visitor = head,
    query = {},
    key = crypto.randomUUID(),
  }: Upload) =>
    visitor.call(PAPER_ENDPOINTS[subject].add, {
      params: { id },
      query: {
        kind: 'contract',
        title: 'Vertrag',
        ...(files.length > 1 && { sizes: files.map(({ length }) => length).join(',') }),
        ...query,
      },
      body: Buffer.concat(files),
      headers: { 'content-type': 'application/octet-stream', 'idempotency-key': key },
    })
  /** Uploads it; returns the id. */
  const add = async (paper: Upload) => {
    const reply = await upload(paper)
    if (reply.statusCode !== 201) throw new Error(reply.body)
    return reply.json().id as number
  }
  const callOf =
    (name: 'file' | 'remove' | 'restore' | 'change') =>
    (id: number, paper_id: number, { subject = 'pupil' as PaperSubject, visitor = head, body = {} as object } = {}) =>
      visitor.call(PAPER_ENDPOINTS[subject][name], {
        params: { id, paper_id },
        ...(name === 'change' && { body }),
      })
  return {
    ...school,
    neighbour: await school.signIn('schooladmin', fow),
    own: await recordsOf(fsw),
    theirs: await recordsOf(fow),
    upload,
    add,
    file: callOf('file'),
    remove: callOf('remove'),
    restore: callOf('restore'),
    change: callOf('change'),
    list: async (id: number, subject: PaperSubject = 'pupil', visitor = head) =>
      (await visitor.call(PAPER_ENDPOINTS[subject].list, { params: { id } })).json() as Paper[],
    /** What the database has, without the bytes. */
    rows: () =>
      insideSchool(app, fsw, (tx) =>
        tx.selectFrom('paper').select(['id', 'pupil_id', 'registration_id', 'employee_id', 'deleted_at']).execute(),
      ),
    forget: () => app.database.owner.query('truncate paper, view_log, view_log_record'),
  }
}
export type PaperSchool = Awaited<ReturnType<typeof openPaperSchool>>
