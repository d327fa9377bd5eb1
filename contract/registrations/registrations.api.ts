import { agreementEndpoints } from './registrations.agreement.ts'
import { registrationBulkEndpoints } from './registrations.bulk.ts'
import { registrationEditEndpoints } from './registrations.edit.ts'
import { registrationFamilyEndpoints } from './registrations.family.ts'
import { registrationImportEndpoints } from './registrations.import.ts'
import { registrationInformEndpoints } from './registrations.inform.ts'
import { registrationMailEndpoints } from './registrations.mails.ts'
import { placeEndpoints } from './registrations.place.ts'
import { publicRegistrationEndpoints } from './registrations.public.ts'
import { similarRegistrationEndpoints } from './registrations.similar.ts'
import { registrationTaskEndpoints } from './registrations.tasks.ts'
import { registrationEndpoints } from './registrations.ts'
import { withdrawalEndpoints } from './registrations.withdrawal.ts'

/** All endpoints of applications. Pages import the groups one by one and load only what they need. */
export const registrationApi = {
  registrations: registrationEndpoints,
  withdrawals: withdrawalEndpoints,
  agreements: agreementEndpoints,
  registrationEdits: registrationEditEndpoints,
  places: placeEndpoints,
  registrationsBulk: registrationBulkEndpoints,
  registrationMails: registrationMailEndpoints,
  registrationInforms: registrationInformEndpoints,
  publicRegistrations: publicRegistrationEndpoints,
  registrationFamilies: registrationFamilyEndpoints,
  registrationTasks: registrationTaskEndpoints,
  registrationImports: registrationImportEndpoints,
  similarRegistrations: similarRegistrationEndpoints,
}
