import type { SchoolTransaction } from '#server/db/school-transaction.ts'

export interface Night {
  schoolId: number
  now: Date
  /** The day in Berlin. */
  today: string
}

/** A part of the night. */
export interface Step {
  name: string
  /** The records that are due. */
  listDue: (tx: SchoolTransaction, night: Night) => Promise<readonly number[]>
  /**
   * Erases a batch of them, locked and then checked again, because somebody may just have put a hold on one.
   */
  erase: (tx: SchoolTransaction, night: Night, ids: readonly number[]) => Promise<void>
}
