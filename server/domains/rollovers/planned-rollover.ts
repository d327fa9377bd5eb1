import type { RolloverReport } from '#contract/rollovers/rollovers.ts'
import type { LeavingReason } from './decide-pupils.ts'
import type { ClassTeacher, GradeStep, Member, YearClass, YearPair } from './rollovers.situation.queries.ts'
import type { TargetClass } from './target-book.ts'

/** Everything on which a year change depends. */
export interface Situation {
  years: YearPair
  grades: GradeStep[]
  oldClasses: YearClass[]
  newClasses: YearClass[]
  members: Member[]
  /** Pupils who are already in classes of the new year, by class. */
  countsThere: Map<number | null, number>
  /** Functions of the old year that can be taken over. */
  functionsToCopy: ClassTeacher[]
  functionsThere: ClassTeacher[]
  /** The id of the school's latest year change, even if it was undone; null before the first. */
  latestRollover: number | null
}

type ReportPupil = RolloverReport['pupils'][number]
type ReportClass = RolloverReport['classes'][number]

/** A report without names of people and of their next schools: the stored form. */
export interface StoredReport extends Omit<RolloverReport, 'pupils' | 'classes'> {
  pupils: Omit<ReportPupil, 'firstname' | 'lastname' | 'lastname_prefix' | 'next_school'>[]
  /** `teachers`: ids of employees. */
  classes: (Omit<ReportClass, 'teachers'> & { teachers: number[] })[]
}

/** A class of the new year after the change, with what it takes over from the class it follows. */
export interface PlannedClass extends TargetClass {
  follows: YearClass | null
  room: string | null
  capacity: number | null
  copied: ClassTeacher[]
}

export interface PlannedRollover {
  years: YearPair
  report: StoredReport
  /** All pupils who move or repeat. */
  placements: { pupil_id: number; grade: number; target: string }[]
  leavers: { pupil_id: number; exit_reason: LeavingReason; next_school: string | null }[]
  classes: PlannedClass[]
}
