import type { Platform } from '#server/http/platform.ts'
import type { Task } from '#server/jobs/worker.ts'
export const tidyUp =
  (_platform: Platform): Task =>
  async () => {}
