import { publicSchoolEndpoints } from './schools.public.ts'
import { setupEndpoints } from './schools.setup.ts'
import { schoolEndpoints } from './schools.ts'

/** All endpoints of schools. Pages import the groups one by one and load only what they need. */
export const schoolApi = {
  schools: schoolEndpoints,
  publicSchools: publicSchoolEndpoints,
  setup: setupEndpoints,
}
