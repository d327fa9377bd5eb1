import { PUBLIC_SCHOOLS } from '#contract/schools/schools.kinds.ts'
import type { schoolEndpoints } from '#contract/schools/schools.ts'
import type { publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { PUBLIC_SICKNOTE_PATHS } from '#contract/sicknotes/sicknotes.public-paths.ts'

/** The contract's endpoints for `call`, which reads method and path only: their schemas would bring zod along. */
export const parentsEndpoints = PUBLIC_SICKNOTE_PATHS as unknown as typeof publicSicknoteEndpoints

export const schoolListCall = PUBLIC_SCHOOLS as unknown as typeof schoolEndpoints.publicList
