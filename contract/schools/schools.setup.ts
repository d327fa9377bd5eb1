import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { IsoDate } from '#contract/formats.ts'
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
    /** `today` decides which school years are created. */
    response: z.object({ is_valid: z.boolean(), today: IsoDate }),
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
    summary: 'Erstes Konto und erste Schule anlegen und gleich anmelden; einmal, mit dem Link vom Start',
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
