import { ApiFailure } from '#web/api/client.ts'

/** The rules of the form, loaded once; without connection it fails like a call. */
export const loadRules = async () => {
  try {
    return (await import('./registration-rules.ts')).rules
  } catch {
    throw new ApiFailure({ status: 0 })
  }
}
