import type { Permission, Role } from '#contract/permissions.ts'

/** Who asks, read at each request: rights change at the next one. `school_id`: the active school, null while none is. */
export interface Viewer {
  user_id: number
  name: string
  email: string
  role: Role | null
  permissions: readonly Permission[]
  school_id: number | null
  /** „Eingeloggt bleiben“. */
  stays_signed_in: boolean
  /** A second factor is asked for that this account lacks: until it has one it may only go to another school. */
  lacks_two_factor: boolean
}

/** A signed-in user inside the active school: what every handler of a school endpoint gets. */
export interface SchoolViewer extends Viewer {
  school_id: number
}

export const isInSchool = (viewer: Viewer): viewer is SchoolViewer => viewer.school_id !== null

/** Who reads, and on which day in Berlin (YYYY-MM-DD): both decide what is visible. */
export interface Reader {
  viewer: SchoolViewer
  today: string
}

/** Who acts and when. */
export interface Acting extends Reader {
  now: Date
}
