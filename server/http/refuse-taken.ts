import { invalid } from './api-error.ts'

/** Messages by the name of the violated database constraint. */
type Refusals = Readonly<Record<string, { field: string; text: string }>>

/** 422 when a unique constraint says that the input is taken, also when two requests collide. */
export async function refusingTaken<T>(work: Promise<T>, refusals: Refusals) {
  try {
    return await work
  } catch (error) {
    const refusal = refusals[String((error as { constraint?: string }).constraint)]
    throw refusal ? invalid({ [refusal.field]: [refusal.text] }, refusal.text) : error
  }
}
