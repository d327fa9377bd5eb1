import { PUBLIC_SCHOOLS } from '#contract/schools.kinds.ts'
import type { schoolEndpoints } from '#contract/schools.ts'
import type { publicSicknoteEndpoints } from '#contract/sicknotes.public.ts'
import { PUBLIC_SICKNOTE_PATHS } from '#contract/sicknotes.public-paths.ts'
import { withoutSchemas } from '#web/api/without-schemas.ts'

export const parentsEndpoints = withoutSchemas<typeof publicSicknoteEndpoints>(PUBLIC_SICKNOTE_PATHS)

export const schoolListCall = withoutSchemas<typeof schoolEndpoints.publicList>(PUBLIC_SCHOOLS)
