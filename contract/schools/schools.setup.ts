import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { NewSchoolForm, SetupForm } from './schools.setup-forms.ts'

const SetupToken = z.object({ token: z.string().max(100) })
const Done = z.object({
  message: z.string(),
  school_id: z.int(),
  form_url: z.string(),
  /** Whether a mail server is set; else mails wait in the outbox, and families cannot confirm yet. */
  are_mails_sent: z.boolean(),
})

export const setupEndpoints = {
  check: endpoint({
    method: 'GET',
    path: '/api/public/setup/:token',
    access: 'public',
    params: SetupToken,
    response: z.object({ is_valid: z.boolean() }),
    summary: 'Gilt der Link zur Einrichtung noch?',
  }),
  setUp: endpoint({
    method: 'POST',
    path: '/api/public/setup/:token',
    access: 'public',
    params: SetupToken,
    body: SetupForm,
    response: Done,
    status: 201,
    summary: 'Erstes Konto und erste Schule anlegen; einmal, mit dem Link vom Start',
  }),
  addSchool: endpoint({
    method: 'POST',
    path: '/api/admin/school',
    access: 'debug view',
    scope: 'installation',
    body: NewSchoolForm,
    response: Done,
    status: 201,
    summary: 'Eine weitere Schule anlegen',
  }),
}
