import type { RolloverReport } from '#contract/rollovers/rollovers.ts'
import type { LeavingReason } from './decide-pupils.ts'
import type { ClassTeacher, GradeStep, Member, YearClass, YearPair } from './rollovers.situation.queries.ts'
import type { TargetClass } from './target-book.ts'

/** All that a year change depends on. */
export interface Situation {
  years: YearPair
  grades: GradeStep[]
  oldClasses: YearClass[]
  newClasses: YearClass[]
  members: Member[]
  /** Pupils who are in the classes of the new year already, by class. */
  countsThere: Map<number | null, number>
  /** Functions of the old year that can go along. */
  functionsToCopy: ClassTeacher[]
  functionsThere: ClassTeacher[]
  /** Id of the latest year change of the school, also one that was undone; null before the first. */
  latestRollover: number | null
}

type ReportPupil = RolloverReport['pupils'][number]
type ReportClass = RolloverReport['classes'][number]

/** A report without the names of people and of the schools they go to: as it is stored. */
export interface StoredReport extends Omit<RolloverReport, 'pupils' | 'classes'> {
  pupils: Omit<ReportPupil, 'firstname' | 'lastname' | 'lastname_prefix' | 'next_school'>[]
  /** `teachers`: ids of employees. */
  classes: (Omit<ReportClass, 'teachers'> & { teachers: number[] })[]
}

/** A class of the new year after the change, with what it takes over from the one it follows. */
export interface PlannedClass extends TargetClass {
  follows: YearClass | null
  room: string | null
  capacity: number | null
  copied: ClassTeacher[]
}

export interface PlannedRollover {
  years: YearPair
  report: StoredReport
  /** Everybody who is moved or repeats. */
  placements: { pupil_id: number; grade: number; target: string }[]
  leavers: { pupil_id: number; exit_reason: LeavingReason; next_school: string | null }[]
  classes: PlannedClass[]
}
