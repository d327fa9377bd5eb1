import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { makeApplication } from './child-factories.ts'
import { insideSchool } from './factories.ts'
import { openTwoSchools } from './two-schools.ts'

/** Two schools, the head of the first, and waiting lists of the first for tests of decisions. */
export async function openDecisionSchool() {
  const schools = await openTwoSchools()
  const { app, fsw, head } = schools
  const changeStatus = (id: number, status: RegistrationStatus) =>
    head.call(endpoints.changeStatus, { params: { id }, body: { status } })
  let grade = 1
  return {
    ...schools,
    changeStatus,
    details: async (id: number) => (await head.call(endpoints.get, { params: { id } })).json(),
    /** Makes this many waiting applications of a separate grade; returns their ids by rank. */
    async waitingList(length: number) {
      grade += 1
      const ids: number[] = []
      for (const letter of 'abcdefghij'.slice(0, length)) {
        const { id } = await makeApplication(app, fsw, { grade, entry_type: 'lateral', lastname: `Kind ${letter}` })
        const reply = await changeStatus(id, 'waiting')
        if (reply.statusCode !== 200) throw new Error(reply.body)
        ids.push(id)
      }
      return ids
    },
    /** The ranks of these applications on their waiting lists, in the given order. */
    ranks: (ids: number[]) =>
      insideSchool(app, fsw, async (tx) => {
        const rows = await tx.selectFrom('registration').select(['id', 'wait_rank']).where('id', 'in', ids).execute()
        return ids.map((id) => rows.find((row) => row.id === id)?.wait_rank)
      }),
  }
}
export type DecisionSchool = Awaited<ReturnType<typeof openDecisionSchool>>
