import type { publicRegistrationEndpoints } from '#contract/registrations/registrations.public.ts'
import { PUBLIC_REGISTRATION_PATHS } from '#contract/registrations/registrations.public-paths.ts'

/** The contract's endpoints for `call`, which reads method and path only: their schemas would bring zod along. */
export const publicEndpoints = PUBLIC_REGISTRATION_PATHS as unknown as typeof publicRegistrationEndpoints
