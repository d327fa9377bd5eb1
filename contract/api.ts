import { absenceEndpoints } from './absences/absences.ts'
import { accessPackageEndpoints } from './accesspackages/accesspackages.ts'
import { accountApi } from './account/account.api.ts'
import { changelogEndpoints } from './changelog/changelog.ts'
import { circularAttachmentEndpoints } from './circulars/circulars.attachments.ts'
import { circularEndpoints } from './circulars/circulars.ts'
import { consentEndpoints } from './consents/consents.ts'
import { dataCheckDecideEndpoints } from './datachecks/datachecks.decide.ts'
import { dataCheckFamilyEndpoints } from './datachecks/datachecks.family.ts'
import { dataCheckEndpoints } from './datachecks/datachecks.ts'
import { employeeImportEndpoints } from './employeeimports/employeeimports.ts'
import { employeeEndpoints } from './employees/employees.ts'
import { familyEndpoints } from './families/families.change.ts'
import { firstStepEndpoints } from './firststeps/firststeps.ts'
import { identityProviderEndpoints } from './identityproviders/identityproviders.ts'
import { legalEndpoints } from './legal/legal.ts'
import { letterTextEndpoints } from './lettertexts/lettertexts.ts'
import { mailtestEndpoints } from './mailtest/mailtest.ts'
import { mailWordingEndpoints } from './mailwordings/mailwordings.ts'
import { outboxMailEndpoints } from './outboxes/outboxes.mails.ts'
import { outboxEndpoints } from './outboxes/outboxes.ts'
import { unreachableEndpoints } from './outboxes/outboxes.unreachable.ts'
import { employeePaperEndpoints, pupilPaperEndpoints, registrationPaperEndpoints } from './papers/papers.ts'
import { parentLinkEndpoints } from './parentlinks/parentlinks.ts'
import { photoListEndpoints } from './photolists/photolists.ts'
import { privacyNoticeEndpoints } from './privacynotices/privacynotices.ts'
import { overdueRequestEndpoints } from './privacyrequests/privacyrequests.overdue.ts'
import { privacyRequestEndpoints } from './privacyrequests/privacyrequests.ts'
import { privacyTaskEndpoints } from './processings/processings.tasks.ts'
import { processingEndpoints } from './processings/processings.ts'
import { processorEndpoints } from './processors/processors.ts'
import { pupilDocumentEndpoints } from './pupildocuments/pupildocuments.ts'
import { pupilExportEndpoints } from './pupilexports/pupilexports.ts'
import { pupilFigureEndpoints } from './pupilfigures/pupilfigures.ts'
import { pupilImportEndpoints } from './pupilimports/pupilimports.ts'
import { pupilApi } from './pupils/pupils.api.ts'
import { registrationDocumentEndpoints } from './registrationdocuments/registrationdocuments.ts'
import { registrationApi } from './registrations/registrations.api.ts'
import { registrationStatEndpoints } from './registrationstats/registrationstats.ts'
import { restrictedSearchEndpoints } from './restrictions/restrictions.search.ts'
import { restrictionEndpoints } from './restrictions/restrictions.ts'
import { clockEndpoints } from './retentions/retentions.clock.ts'
import { erasureOnRequestEndpoints } from './retentions/retentions.on-request.ts'
import { peopleRetentionEndpoints, personRetentionEndpoints } from './retentions/retentions.preview.ts'
import { retentionEndpoints } from './retentions/retentions.ts'
import { rolloverEndpoints } from './rollovers/rollovers.ts'
import { savedViewEndpoints } from './savedviews/savedviews.ts'
import { schoolclassEndpoints } from './schoolclasses/schoolclasses.ts'
import { schoolgradeEndpoints } from './schoolgrades/schoolgrades.ts'
import { schoolApi } from './schools/schools.api.ts'
import { schoolyearEndpoints } from './schoolyears/schoolyears.ts'
import { searchEndpoints } from './search/search.ts'
import { sensitiveEndpoints } from './sensitive/sensitive.ts'
import { sicknoteFeedEndpoints } from './sicknotefeeds/sicknotefeeds.ts'
import { sicknoteApi } from './sicknotes/sicknotes.api.ts'
import { systemStateEndpoints } from './systemstates/systemstates.ts'
import { userlogEndpoints } from './userlog/userlog.ts'
import { userApi } from './users/users.ts'
import { viewlogEndpoints } from './viewlogs/viewlogs.ts'
import { waitlistApi } from './waitlists/waitlists.api.ts'

/** All endpoints, one line for each domain: for what must see them all, such as access matrix, route inventory and API document. */
export const api = {
  ...accountApi,
  ...userApi,
  systemstates: systemStateEndpoints,
  userlog: userlogEndpoints,
  viewlogs: viewlogEndpoints,
  changelog: changelogEndpoints,
  legal: legalEndpoints,
  privacyNotices: privacyNoticeEndpoints,
  processings: processingEndpoints,
  privacyTasks: privacyTaskEndpoints,
  processors: processorEndpoints,
  identityProviders: identityProviderEndpoints,
  mailtest: mailtestEndpoints,
  outboxes: outboxEndpoints,
  unreachable: unreachableEndpoints,
  outboxMails: outboxMailEndpoints,
  firstSteps: firstStepEndpoints,
  mailWordings: mailWordingEndpoints,
  circulars: circularEndpoints,
  dataChecks: dataCheckEndpoints,
  dataCheckDecisions: dataCheckDecideEndpoints,
  dataCheckPages: dataCheckFamilyEndpoints,
  circularAttachments: circularAttachmentEndpoints,
  ...schoolApi,
  schoolyears: schoolyearEndpoints,
  schoolgrades: schoolgradeEndpoints,
  schoolclasses: schoolclassEndpoints,
  employees: employeeEndpoints,
  employeeImports: employeeImportEndpoints,
  rollovers: rolloverEndpoints,
  ...registrationApi,
  retentions: retentionEndpoints,
  peopleRetentions: peopleRetentionEndpoints,
  pupilRetentions: personRetentionEndpoints.pupil,
  employeeRetentions: personRetentionEndpoints.employee,
  restrictions: restrictionEndpoints,
  restrictedSearch: restrictedSearchEndpoints,
  privacyRequests: privacyRequestEndpoints,
  overdueRequests: overdueRequestEndpoints,
  erasuresOnRequest: erasureOnRequestEndpoints,
  retentionClocks: clockEndpoints,
  ...waitlistApi,
  registrationDocuments: registrationDocumentEndpoints,
  registrationStats: registrationStatEndpoints,
  ...pupilApi,
  pupilImports: pupilImportEndpoints,
  families: familyEndpoints,
  savedViews: savedViewEndpoints,
  letterTexts: letterTextEndpoints,
  photoLists: photoListEndpoints,
  pupilExports: pupilExportEndpoints,
  pupilFigures: pupilFigureEndpoints,
  parentLinks: parentLinkEndpoints,
  pupilPapers: pupilPaperEndpoints,
  registrationPapers: registrationPaperEndpoints,
  employeePapers: employeePaperEndpoints,
  pupilDocuments: pupilDocumentEndpoints,
  search: searchEndpoints,
  sensitive: sensitiveEndpoints,
  consents: consentEndpoints,
  ...sicknoteApi,
  sicknoteFeeds: sicknoteFeedEndpoints,
  absences: absenceEndpoints,
  accessPackages: accessPackageEndpoints,
}
