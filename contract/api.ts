import { absenceEndpoints } from './absences/absences.ts'
import { passwordEndpoints } from './account/account.passwords.ts'
import { sessionEndpoints } from './account/account.sessions.ts'
import { accountEndpoints } from './account/account.ts'
import { twoFactorEndpoints } from './account/account.two-factor.ts'
import { changelogEndpoints } from './changelog/changelog.ts'
import { consentEndpoints } from './consents/consents.ts'
import { employeeEndpoints } from './employees/employees.ts'
import { familyEndpoints } from './families/families.change.ts'
import { legalEndpoints } from './legal/legal.ts'
import { mailtestEndpoints } from './mailtest/mailtest.ts'
import { mailWordingEndpoints } from './mailwordings/mailwordings.ts'
import { outboxEndpoints } from './outboxes/outboxes.ts'
import { parentLinkEndpoints } from './parentlinks/parentlinks.ts'
import { pupilDocumentEndpoints } from './pupildocuments/pupildocuments.ts'
import { pupilExportEndpoints } from './pupilexports/pupilexports.ts'
import { pupilImportEndpoints } from './pupilimports/pupilimports.ts'
import { pupilChangeEndpoints } from './pupils/pupils.change.ts'
import { pupilDetailsEndpoints } from './pupils/pupils.details.ts'
import { pupilHistoryEndpoints, pupilNoteEndpoints } from './pupils/pupils.notes.ts'
import { pupilStatsEndpoints } from './pupils/pupils.stats.ts'
import { pupilEndpoints } from './pupils/pupils.ts'
import { registrationDocumentEndpoints } from './registrationdocuments/registrationdocuments.ts'
import { registrationBulkEndpoints } from './registrations/registrations.bulk.ts'
import { registrationEditEndpoints } from './registrations/registrations.edit.ts'
import { registrationFamilyEndpoints } from './registrations/registrations.family.ts'
import { registrationImportEndpoints } from './registrations/registrations.import.ts'
import { registrationMailEndpoints } from './registrations/registrations.mails.ts'
import { placeEndpoints } from './registrations/registrations.place.ts'
import { publicRegistrationEndpoints } from './registrations/registrations.public.ts'
import { similarRegistrationEndpoints } from './registrations/registrations.similar.ts'
import { registrationTaskEndpoints } from './registrations/registrations.tasks.ts'
import { registrationEndpoints } from './registrations/registrations.ts'
import { withdrawalEndpoints } from './registrations/registrations.withdrawal.ts'
import { registrationStatEndpoints } from './registrationstats/registrationstats.ts'
import { retentionEndpoints } from './retentions/retentions.ts'
import { rolloverEndpoints } from './rollovers/rollovers.ts'
import { savedViewEndpoints } from './savedviews/savedviews.ts'
import { schoolclassEndpoints } from './schoolclasses/schoolclasses.ts'
import { schoolgradeEndpoints } from './schoolgrades/schoolgrades.ts'
import { publicSchoolEndpoints } from './schools/schools.public.ts'
import { setupEndpoints } from './schools/schools.setup.ts'
import { schoolEndpoints } from './schools/schools.ts'
import { schoolyearEndpoints } from './schoolyears/schoolyears.ts'
import { searchEndpoints } from './search/search.ts'
import { sensitiveEndpoints } from './sensitive/sensitive.ts'
import { sicknoteFeedEndpoints } from './sicknotefeeds/sicknotefeeds.ts'
import { sicknoteChangeEndpoints } from './sicknotes/sicknotes.change.ts'
import { publicSicknoteEndpoints } from './sicknotes/sicknotes.public.ts'
import { sicknoteEndpoints } from './sicknotes/sicknotes.ts'
import { userlogEndpoints } from './userlog/userlog.ts'
import { userEndpoints, userSettingEndpoints } from './users/users.ts'
import { waitlistSiblingEndpoints } from './waitlists/waitlists.siblings.ts'
import { waitlistEndpoints } from './waitlists/waitlists.ts'

/** All endpoints, for what must see them all: access matrix, route inventory, API document. */
export const api = {
  account: accountEndpoints,
  passwords: passwordEndpoints,
  sessions: sessionEndpoints,
  twoFactor: twoFactorEndpoints,
  users: userEndpoints,
  userSettings: userSettingEndpoints,
  userlog: userlogEndpoints,
  changelog: changelogEndpoints,
  legal: legalEndpoints,
  mailtest: mailtestEndpoints,
  outboxes: outboxEndpoints,
  mailWordings: mailWordingEndpoints,
  schools: schoolEndpoints,
  setup: setupEndpoints,
  schoolyears: schoolyearEndpoints,
  schoolgrades: schoolgradeEndpoints,
  schoolclasses: schoolclassEndpoints,
  employees: employeeEndpoints,
  rollovers: rolloverEndpoints,
  registrations: registrationEndpoints,
  withdrawals: withdrawalEndpoints,
  registrationEdits: registrationEditEndpoints,
  places: placeEndpoints,
  registrationsBulk: registrationBulkEndpoints,
  registrationMails: registrationMailEndpoints,
  publicRegistrations: publicRegistrationEndpoints,
  registrationFamilies: registrationFamilyEndpoints,
  retentions: retentionEndpoints,
  registrationTasks: registrationTaskEndpoints,
  registrationImports: registrationImportEndpoints,
  similarRegistrations: similarRegistrationEndpoints,
  waitlists: waitlistEndpoints,
  waitlistSiblings: waitlistSiblingEndpoints,
  registrationDocuments: registrationDocumentEndpoints,
  registrationStats: registrationStatEndpoints,
  pupils: pupilEndpoints,
  pupilDetails: pupilDetailsEndpoints,
  pupilStats: pupilStatsEndpoints,
  pupilChanges: pupilChangeEndpoints,
  pupilNotes: pupilNoteEndpoints,
  pupilHistory: pupilHistoryEndpoints,
  pupilImports: pupilImportEndpoints,
  families: familyEndpoints,
  savedViews: savedViewEndpoints,
  pupilExports: pupilExportEndpoints,
  parentLinks: parentLinkEndpoints,
  pupilDocuments: pupilDocumentEndpoints,
  search: searchEndpoints,
  sensitive: sensitiveEndpoints,
  consents: consentEndpoints,
  sicknotes: sicknoteEndpoints,
  sicknoteChanges: sicknoteChangeEndpoints,
  publicSchools: publicSchoolEndpoints,
  publicSicknotes: publicSicknoteEndpoints,
  sicknoteFeeds: sicknoteFeedEndpoints,
  absences: absenceEndpoints,
}
