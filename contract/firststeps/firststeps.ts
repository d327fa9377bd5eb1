import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** What a new school does once, in the order that helps; what technicians do comes last. */
export const FIRST_STEPS = [
  'holidays',
  'classes',
  'pupils',
  'processors',
  'colleagues',
  'imprint',
  'form',
  'mail',
  'backup',
] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const firstStepEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/firstSteps',
    access: 'manage pupil',
    /** All steps in their order; each is done by what the school has, nobody ticks it. */
    response: z.array(
      z.object({
        step: z.enum(FIRST_STEPS),
        is_done: z.boolean(),
        /** What shows that it is done: how many there are … */
        count: z.int().min(0).nullable(),
        /** … or the day it last happened. */
        last_on: z.iso.date().nullable(),
        /** A school year to come for which it is still to do. */
        open_year: z.string().nullable(),
        /** Entry grades that have no places yet, by name. */
        missing: z.array(z.string()),
        /** The heads who can do it, where not everybody can who reads the steps. */
        doers: z.array(z.string()),
        /** Employees who have no account yet; zero except for the colleagues' step. */
        without_account: z.int().min(0),
      }),
    ),
    summary: 'Was an einer neuen Schule schon getan ist',
  }),
}
