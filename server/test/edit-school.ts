import { withAnswer } from '#contract/dotted-keys.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { registrationEditEndpoints } from '#contract/registrations/registrations.edit.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { makeSchool, makeUser } from './factories.ts'
import { startTestApp } from './test-app.ts'

interface Edit {
  answers: Record<string, unknown>
  version?: number
  /** Instead of the keys of the answers. */
  changed?: string[]
}

/** Two schools and, at the first, two heads who edit the same applications. */
export async function openEditSchool() {
  const app = await startTestApp()
  const fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  const user = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
  const second = await app.signedIn(user.id)
  const { rows } = await app.database.pool.query('select name from app_user where id = $1', [user.id])
  const details = async (id: number): Promise<RegistrationDetails> =>
    (await head.call(endpoints.get, { params: { id } })).json()
  return {
    app,
    fsw,
    fow,
    head,
    second,
    secondName: String(rows[0].name),
    details,
    status: (id: number, to: string) => head.call(endpoints.changeStatus, { params: { id }, body: { status: to } }),
    /** Sends the same as the page: all answers, some of them changed. */
    edit: async (id: number, { answers, version, changed }: Edit, visitor = head) => {
      const { answers: stored, version: current } = await details(id)
      const form = Object.entries(answers).reduce<object>(
        (whole, [key, value]) => withAnswer(whole, key, value),
        stored,
      )
      const body = { ...form, changed: changed ?? Object.keys(answers), version: version ?? current }
      return visitor.call(registrationEditEndpoints.change, { params: { id }, body })
    },
  }
}
export type EditSchool = Awaited<ReturnType<typeof openEditSchool>>
