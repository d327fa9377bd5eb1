import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'

export interface DecisionUnderWay {
  status: RegistrationStatus
  /** The version the server gives it; undefined when it was refused. */
  version: Promise<number | undefined>
}

const underWay = new Map<number, DecisionUnderWay>()

/** The last decision about an application that is still on its way to the server. */
export const decisionUnderWay = (id: number) => underWay.get(id)

/** Resolves when the server has answered. */
export const followDecision = async (id: number, decision: DecisionUnderWay) => {
  underWay.set(id, decision)
  await decision.version
  if (underWay.get(id) === decision) underWay.delete(id)
}

/** A page shows a decision at once; what asks the server about its consequences waits until the server knows it. */
export const whenDecided = async <T>(ask: () => Promise<T>): Promise<T> => {
  await Promise.all([...underWay.values()].map(({ version }) => version))
  return ask()
}
