import { accountEndpoints } from './account.ts'
import { pupilEndpoints } from './pupils.ts'
import { publicRegistrationEndpoints } from './registrations.public.ts'
import { registrationEndpoints } from './registrations.ts'
import { setupEndpoints } from './schools.setup.ts'
import { schoolEndpoints } from './schools.ts'

/** All endpoints, for what must see them all: access matrix, route inventory, API document. */
export const api = {
  account: accountEndpoints,
  schools: schoolEndpoints,
  setup: setupEndpoints,
  registrations: registrationEndpoints,
  publicRegistrations: publicRegistrationEndpoints,
  pupils: pupilEndpoints,
}
