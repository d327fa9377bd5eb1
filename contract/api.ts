import { absenceEndpoints } from './absences.ts'
import { passwordEndpoints } from './account.passwords.ts'
import { sessionEndpoints } from './account.sessions.ts'
import { accountEndpoints } from './account.ts'
import { twoFactorEndpoints } from './account.two-factor.ts'
import { changelogEndpoints } from './changelog.ts'
import { consentEndpoints } from './consents.ts'
import { employeeEndpoints } from './employees.ts'
import { familyEndpoints } from './families.change.ts'
import { legalEndpoints } from './legal.ts'
import { mailtestEndpoints } from './mailtest.ts'
import { mailWordingEndpoints } from './mailwordings.ts'
import { outboxEndpoints } from './outboxes.ts'
import { parentLinkEndpoints } from './parentlinks.ts'
import { pupilDocumentEndpoints } from './pupildocuments.ts'
import { pupilExportEndpoints } from './pupilexports.ts'
import { pupilImportEndpoints } from './pupilimports.ts'
import { pupilChangeEndpoints } from './pupils.change.ts'
import { pupilDetailsEndpoints } from './pupils.details.ts'
import { pupilHistoryEndpoints, pupilNoteEndpoints } from './pupils.notes.ts'
import { pupilStatsEndpoints } from './pupils.stats.ts'
import { pupilEndpoints } from './pupils.ts'
import { registrationDocumentEndpoints } from './registrationdocuments.ts'
import { registrationBulkEndpoints } from './registrations.bulk.ts'
import { registrationEditEndpoints } from './registrations.edit.ts'
import { registrationFamilyEndpoints } from './registrations.family.ts'
import { registrationImportEndpoints } from './registrations.import.ts'
import { registrationMailEndpoints } from './registrations.mails.ts'
import { placeEndpoints } from './registrations.place.ts'
import { publicRegistrationEndpoints } from './registrations.public.ts'
import { similarRegistrationEndpoints } from './registrations.similar.ts'
import { registrationTaskEndpoints } from './registrations.tasks.ts'
import { registrationEndpoints } from './registrations.ts'
import { withdrawalEndpoints } from './registrations.withdrawal.ts'
import { registrationStatEndpoints } from './registrationstats.ts'
import { retentionEndpoints } from './retentions.ts'
import { rolloverEndpoints } from './rollovers.ts'
import { savedViewEndpoints } from './savedviews.ts'
import { schoolclassEndpoints } from './schoolclasses.ts'
import { schoolgradeEndpoints } from './schoolgrades.ts'
import { setupEndpoints } from './schools.setup.ts'
import { schoolEndpoints } from './schools.ts'
import { schoolyearEndpoints } from './schoolyears.ts'
import { searchEndpoints } from './search.ts'
import { sensitiveEndpoints } from './sensitive.ts'
import { sicknoteFeedEndpoints } from './sicknotefeeds.ts'
import { sicknoteChangeEndpoints } from './sicknotes.change.ts'
import { publicSicknoteEndpoints } from './sicknotes.public.ts'
import { sicknoteEndpoints } from './sicknotes.ts'
import { userlogEndpoints } from './userlog.ts'
import { userEndpoints, userSettingEndpoints } from './users.ts'
import { waitlistSiblingEndpoints } from './waitlists.siblings.ts'
import { waitlistEndpoints } from './waitlists.ts'

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
  publicSicknotes: publicSicknoteEndpoints,
  sicknoteFeeds: sicknoteFeedEndpoints,
  absences: absenceEndpoints,
}
