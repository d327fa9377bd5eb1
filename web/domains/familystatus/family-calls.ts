import type { registrationFamilyEndpoints } from '#contract/registrations/registrations.family.ts'
import { FAMILY_STATUS_PATHS } from '#contract/registrations/registrations.family-paths.ts'

/** The contract's endpoints for `call`, which reads method and path only: their schemas would bring zod along. */
export const familyEndpoints = FAMILY_STATUS_PATHS as unknown as Pick<
  typeof registrationFamilyEndpoints,
  keyof typeof FAMILY_STATUS_PATHS
>
