import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** A batch of this size keeps nobody waiting for long. */
export const BATCH = 100

export interface Night {
  schoolId: number
  now: Date
  /** The day in Berlin. */
  today: string
}

/** A part of the night: erases a batch at most and answers how many, until none is left. */
export interface Step {
  name: string
  run: (tx: SchoolTransaction, night: Night) => Promise<number>
}
