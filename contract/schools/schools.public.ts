import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

export const publicSchoolEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/public/schools',
    access: 'public',
    response: z.array(
      z.object({ short: z.string(), name: z.string(), phone: z.string(), registration_open: z.boolean() }),
    ),
    summary: 'Schulen für die Begrüßungsseite und wie man sie anruft',
  }),
}
