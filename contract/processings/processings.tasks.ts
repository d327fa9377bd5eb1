import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

const PrivacyTasks = z.object({
  /** The published notice names facts that have changed since. */
  is_notice_stale: z.boolean(),
  /** Whether at least one processor is entered. */
  has_processors: z.boolean(),
  /** Processors without a contract, or that nobody has looked at for more than 24 months. */
  processors: z.int().min(0),
  /** Activities of the register that nobody has ever looked at, or not for more than 24 months. */
  processings: z.int().min(0),
})

/** For the start page, which loads nothing else about registers. */
export const privacyTaskEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/processing/tasks',
    access: 'view pupil sensitive',
    response: PrivacyTasks,
    summary: 'Was an Hinweisen, Verzeichnis und Auftragsverarbeitung zu prüfen ist',
  }),
}
