/** Everybody who may send a request: the four roles, an account without a role, and nobody signed in. */
export const ACTORS = ['admin', 'schooladmin', 'teacher_level_1', 'viewer', 'no role', 'signed out'] as const
export type Actor = (typeof ACTORS)[number]

export const EVERYONE: readonly Actor[] = [...ACTORS]
export const SIGNED_IN: readonly Actor[] = ['admin', 'schooladmin', 'teacher_level_1', 'viewer', 'no role']
export const WITH_ROLE: readonly Actor[] = ['admin', 'schooladmin', 'teacher_level_1', 'viewer']
export const HEADS: readonly Actor[] = ['admin', 'schooladmin']
export const HEADS_AND_TEACHERS: readonly Actor[] = ['admin', 'schooladmin', 'teacher_level_1']
export const PUPIL_READERS: readonly Actor[] = ['admin', 'schooladmin', 'teacher_level_1', 'viewer']
