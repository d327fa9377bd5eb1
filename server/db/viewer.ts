import type { Permission, Role } from '#contract/permissions.ts'

/**
 * The signed-in user, read anew for each request, so changed rights apply at once. `school_id`: the active school, or
 * null.
 */
export interface Viewer {
  user_id: number
  name: string
  email: string
  role: Role | null
  permissions: readonly Permission[]
  school_id: number | null
  /** „Eingeloggt bleiben“. */
  stays_signed_in: boolean
  /**
   * The school requires a second factor that this account does not have: until then it may only switch to another
   * school.
   */
  lacks_two_factor: boolean
  /** The school demands another way to sign in than this session's: until then the same applies. */
  lacks_way: boolean
}

/** A signed-in user inside the active school: what every handler of a school endpoint gets. */
export interface SchoolViewer extends Viewer {
  school_id: number
}

export const isInSchool = (viewer: Viewer): viewer is SchoolViewer => viewer.school_id !== null

/** The viewer who reads, and the day in Berlin (YYYY-MM-DD): both decide what is visible. */
export interface Reader {
  viewer: SchoolViewer
  today: string
}

/** The user who acts, and the time. */
export interface Acting extends Reader {
  now: Date
}
