import { invalid } from './api-error.ts'

/** Messages by the name of the database's rule that was broken. */
type Refusals = Readonly<Record<string, { field: string; text: string }>>

/** 422 when a rule of the table says that what was typed is taken, also when two do so at once. */
export async function refusingTaken<T>(work: Promise<T>, refusals: Refusals) {
  try {
    return await work
  } catch (error) {
    const refusal = refusals[String((error as { constraint?: string }).constraint)]
    throw refusal ? invalid({ [refusal.field]: [refusal.text] }, refusal.text) : error
  }
}
