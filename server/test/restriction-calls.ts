import type { RestrictedSubject } from '#contract/restrictions/restricted-subjects.ts'
import { restrictionEndpoints as endpoints } from '#contract/restrictions/restrictions.ts'
import type { TestVisitor } from './test-visitor.ts'

const REASON = { reason: 'Die Angaben werden geprüft.' }

/** The calls about restrictions, by a head. */
export const restrictionsOf = (head: TestVisitor) => {
  const call =
    (kind: 'set' | 'lift') =>
    (
      subject: RestrictedSubject,
      id: number,
      { body = REASON, visitor = head }: { body?: unknown; visitor?: TestVisitor } = {},
    ) =>
      visitor.call(endpoints[kind], { params: { subject, id }, body })
  const [set, lift] = [call('set'), call('lift')]
  const done = async (reply: ReturnType<typeof set>) => {
    const { statusCode, body } = await reply
    if (statusCode !== 200) throw new Error(`${statusCode} ${body}`)
  }
  return {
    set,
    lift,
    /** The same for tests that are about something else: they fail when it does not work. */
    restrict: (subject: RestrictedSubject, id: number) => done(set(subject, id)),
    release: (subject: RestrictedSubject, id: number) => done(lift(subject, id)),
    read: (subject: RestrictedSubject, id: number, visitor = head) =>
      visitor.call(endpoints.get, { params: { subject, id } }),
    list: async (visitor = head) => (await visitor.call(endpoints.list)).json(),
  }
}
