import { useSignedIn } from '#web/api/base-data.ts'

const UNKNOWN = { name: '{Schule}' }

/** The school that stands in a subject in place of its placeholder. */
export const useMailSchool = (): { name: string } => useSignedIn()?.school ?? UNKNOWN
