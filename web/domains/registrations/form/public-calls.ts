import type { publicRegistrationEndpoints } from '#contract/registrations.public.ts'
import { PUBLIC_REGISTRATION_PATHS } from '#contract/registrations.public-paths.ts'
import { withoutSchemas } from '#web/api/without-schemas.ts'

export const publicEndpoints = withoutSchemas<typeof publicRegistrationEndpoints>(PUBLIC_REGISTRATION_PATHS)
